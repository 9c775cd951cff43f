"""What the user is looking at: records in, state and changes out."""
