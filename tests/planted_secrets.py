"""Secrets of every shape, composed of parts so that no repository scanner takes them for real ones."""

import base64
import json

MIXED = "q7Rz2LmX9vKp4TsW8nBd3HcY6jFg1QaE5uNw" * 6


def _part(claims: dict[str, object]) -> str:
    return base64.urlsafe_b64encode(json.dumps(claims).encode()).decode().rstrip("=")


_BODY = "\n".join([MIXED[:64]] * 4)

SECRETS: tuple[tuple[str, str], ...] = (
    ("AWS key", "AK" + "IAZX7QW3ERTYU5IOPL"),
    ("GitHub token", "gh" + f"p_{MIXED[:36]}"),
    ("GitHub token", "github" + f"_pat_{MIXED[:22]}_{MIXED[:59]}"),
    ("GitLab token", "glp" + f"at-{MIXED[:20]}"),
    ("Slack token", "xo" + f"xb-123456789012-1234567890123-{MIXED[:24]}"),
    ("Slack token", "xa" + f"pp-1-A0123456789-1234567890123-{'0a1b2c3d' * 8}"),
    ("Slack webhook", "https://hooks.slack" + f".com/services/T01234567/B01234567/{MIXED[:24]}"),
    ("Discord token", "MT" + f"Ez{MIXED[:22]}.GaBc12.{MIXED[:38]}"),
    ("OpenAI key", "sk" + f"-{MIXED[:20]}T3Blbk" + f"FJ{MIXED[:20]}"),
    ("OpenAI key", "sk" + f"-proj-{MIXED[:74]}T3Blbk" + f"FJ{MIXED[:74]}"),
    ("Anthropic key", "sk" + f"-ant-api03-{MIXED[:86]}-{MIXED[:6]}AA"),
    ("OpenRouter key", "sk" + f"-or-v1-{'0a1b2c3d' * 8}"),
    ("API key", "sk" + f"-{'0a1b2c3d' * 4}"),
    ("Google API key", "AI" + f"za{MIXED[:35]}"),
    ("Stripe key", "sk" + f"_live_{MIXED[:24]}"),
    ("Stripe key", "rk" + f"_live_{MIXED[:99]}"),
    ("Hugging Face token", "h" + f"f_{MIXED[:34]}"),
    ("npm token", "np" + f"m_{MIXED[:36]}"),
    ("SendGrid key", "S" + f"G.{MIXED[:22]}.{MIXED[:43]}"),
    (
        "JSON web token",
        f"{_part({'alg': 'HS256', 'typ': 'JWT'})}.{_part({'sub': '1234567890'})}.{MIXED[:43]}",
    ),
    ("private key", f"-----BEGIN RSA PRIV{'ATE'} KEY-----\n{_BODY}\n-----END RSA PRIV{'ATE'} KEY-----"),
    ("private key", f"-----BEGIN OPENSSH PRIV{'ATE'} KEY-----\n{_BODY}"),
)
"""(kind, secret): each part of the secret has to be masked."""
