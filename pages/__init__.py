"""The pages: one question each; streamlit stops here."""
