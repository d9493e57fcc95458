"""A deploy that the exam stopped, told in steps for somebody who knows no metric."""
