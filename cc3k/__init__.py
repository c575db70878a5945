"""ChamberCrawler3000: a line of text goes in, a frame comes out."""

__version__ = "1.0.0"
