"""Call the system under test."""
