"""Writers: terminal, JSON, JUnit, Markdown, HTML."""
