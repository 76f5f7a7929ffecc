"""What is measured: each function adds lines to the report."""
import resource
import socket

from load import Load
from servers import fetch

IDLE = 10_000
BATCH = 1000


def by_tls(report, ours, nginx, rounds, seconds):
    turns = [(Load(ours, seconds), Load(nginx, seconds)) for _ in range(rounds)]
    for what, unit, aim, figure in (("CPU", "us of the server per request", "at most 1.1", lambda run: run.cpu_us),
                                    ("throughput", "requests/s", "", lambda run: run.rate)):
        report.add(f"GET /genid, keep-alive, TLS 1.3: {what}", unit, aim, [figure(a) for a, _ in turns], [figure(b) for _, b in turns])


def against_nginx(report, ours, nginx, depth, rounds, seconds):
    turns = [(Load(ours, seconds, depth=depth), Load(nginx, seconds, depth=depth)) for _ in range(rounds)]
    how = "keep-alive" if depth == 1 else f"{depth} requests in a pipeline"
    cpu, rate = ("at most 0.9", "at least 1") if depth == 1 else ("at most 0.15", "at least 4")

    def line(what, unit, aim, figure):
        report.add(f"GET /genid, {how}: {what}", unit, aim, [figure(a) for a, _ in turns], [figure(b) for _, b in turns])

    line("CPU", "us of the server per request", cpu, lambda run: run.cpu_us)
    line("throughput", "requests/s", rate, lambda run: run.rate)
    if depth == 1:
        line("p99", "ms", "no worse", lambda run: run.p99_ms)
    else:  # wrk's percentiles count answers, of which a pipeline's come together; its mean and its maximum are of pipelines
        line("slowest pipeline", "ms", "no worse", lambda run: run.slowest_ms)


def batches(report, ours, generator, rounds, seconds):
    target = f"/v1/generators/default/ids?count={BATCH}"
    turns = [(Load(ours, seconds, target=target), generator.ns_per_id(BATCH)) for _ in range(rounds)]
    runs = [run for run, _ in turns]
    report.add(f"count={BATCH}: IDs", "millions/s", "", [run.rate * BATCH / 1e6 for run in runs])
    cpu = [run.cpu_us / BATCH * 1000 for run in runs]
    report.add(f"count={BATCH}: CPU", "ns of the server per ID", "", cpu)
    report.add(f"count={BATCH}: the generator's share of it, at most", "ns per ID, peer: all", "", [cost for _, cost in turns], cpu)
    size = len(fetch(ours.port, target)[1])
    report.add(f"count={BATCH}: content", "MB/s", "", [run.rate * size / 1e6 for run in runs])


def connect(server, count):
    """Connections at rest, each with one request behind it."""
    made = []
    for _ in range(count):
        client = socket.create_connection(("127.0.0.1", server.port))
        client.sendall(b"GET /genid HTTP/1.1\r\nHost: a\r\n\r\n")
        client.recv(4096)
        made.append(client)
    return made


def idle_connections(report, ours, rounds, seconds):
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    before = ours.resident_bytes()
    idle = connect(ours, IDLE)
    each = (ours.resident_bytes() - before) / IDLE
    report.add(f"{IDLE} connections at rest: memory of each", "bytes", "at most 8192", [each])
    turns = []
    for _ in range(rounds):
        with_idle = Load(ours, seconds).rate
        for client in idle:
            client.close()
        alone = Load(ours, seconds).rate
        turns.append((with_idle, alone))
        idle = connect(ours, IDLE)
    report.add(f"64 active beside {IDLE} at rest: throughput", "requests/s, peer: 64 alone", "at least 0.9",
               [a for a, _ in turns], [b for _, b in turns])
    for client in idle:
        client.close()
