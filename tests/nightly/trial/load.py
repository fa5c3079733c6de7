# SPDX-License-Identifier: GPL-2.0-or-later
"""Threads that come and go, a pool at a queue, processes."""
import queue
import subprocess
import threading
import time

jobs = queue.Queue()


def work():
    sum(i * i for i in range(20000))


def serve():
    while True:
        jobs.get()()


for _ in range(8):
    threading.Thread(target=serve, daemon=True).start()
print("ready", flush=True)
while True:
    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
        jobs.put(work)
    subprocess.run(["true"], check=True)
    for thread in threads:
        thread.join()
    time.sleep(0.02)
