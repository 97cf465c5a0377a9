"""Private replies, modals and the App Home."""
