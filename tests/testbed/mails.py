"""E-mails as bytes, with attachments and with mails inside."""

from collections.abc import Mapping
from email.message import EmailMessage


def mail(text: str, attachment: bytes = b"") -> bytes:
    """Build an e-mail, with a PDF where one is given."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "ada@example.org", "carl@example.org", "Contract"
    message["Date"] = "Mon, 02 Nov 2026 10:00:00 +0000"
    message.set_content(text)
    if attachment:
        message.add_attachment(attachment, maintype="application", subtype="pdf", filename="terms.pdf")
    return message.as_bytes()


def forwarded(text: str, within: str) -> bytes:
    """Build an e-mail that another one is attached to, with a text of its own."""
    outer, inner = EmailMessage(), EmailMessage()
    inner["From"], inner["Subject"] = "mallory@example.org", "Inner"
    inner.set_content(within)
    outer["From"], outer["To"], outer["Subject"] = "ada@example.org", "carl@example.org", "Contract"
    outer.set_content(text)
    outer.add_attachment(inner)
    return outer.as_bytes()


def mail_with(files: Mapping[str, bytes]) -> bytes:
    """Build an e-mail with these attachments."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "ada@example.org", "carl@example.org", "Contract"
    message.set_content("See the files.")
    for name, content in files.items():
        message.add_attachment(content, maintype="application", subtype="octet-stream", filename=name)
    return message.as_bytes()


def mail_of_html(page: str, attachment: bytes) -> bytes:
    """Build an e-mail that is a page, with a text beside it."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "ada@example.org", "carl@example.org", "Contract"
    message.set_content(page, subtype="html")
    message.add_attachment(attachment, maintype="text", subtype="plain", filename="terms.txt")
    return message.as_bytes()
