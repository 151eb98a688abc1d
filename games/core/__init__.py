"""What every game shares: words, the match, chance, notation, geometry. Standard library only."""
