"""What every page shares: frame, navigation, selection, cached loads, drawing."""
