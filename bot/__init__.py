"""What people say to the council, and what it says back."""
