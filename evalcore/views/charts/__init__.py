"""Plotly figures, built here and drawn by the pages. Words of people's are escaped."""
