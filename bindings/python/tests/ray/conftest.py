"""Ray has an environment of its own: without it there is nothing to test here."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("ray") else ["test_ray.py"]
