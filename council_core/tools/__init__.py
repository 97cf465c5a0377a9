"""The table of tools that members may use; empty until the first one comes."""
