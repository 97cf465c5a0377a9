"""A page on this machine that looks like a team's chat, for trying Council without Slack or Discord."""
