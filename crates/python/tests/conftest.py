"""One thread is enough for small matrices, and leaves the other cores to whoever runs beside."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
# Ray's workers let everybody else go first: on a busy machine they would take minutes for seconds of work.
os.environ.setdefault("RAY_worker_niceness", "0")
