"""Saltmarrow."""
