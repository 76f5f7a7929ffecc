"""A TCP proxy that misbehaves to order: it delays, freezes, drops and refuses connections."""
import collections
import selectors
import socket
import struct
import threading
import time

from .process import free_ports

CHUNK = 65536
NO_LINGER = struct.pack("ii", 1, 0)  # close() then sends a reset, as a crash of the peer would


class Pipe:
    """One direction of one connection: what was read, and when it may be passed on."""

    def __init__(self, source, sink, slow):
        self.source, self.sink, self.slow = source, sink, slow
        self.waiting = collections.deque()  # (due, bytes); empty bytes stand for the end of the stream
        self.ended = False


class Proxy:
    def __init__(self, target):
        self.target = target
        self.delay = 0.0  # seconds that each chunk from the client takes on its way to the server
        self.frozen = False
        self.lock = threading.Lock()
        self.pipes = {}
        self.selector = selectors.DefaultSelector()
        self.wake_reader, self.wake_writer = socket.socketpair()
        self.selector.register(self.wake_reader, selectors.EVENT_READ)
        self.listener = None
        self.port = free_ports(1)[0]
        self.listen()
        self.closing = False
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def listen(self):
        self.listener = socket.create_server(("127.0.0.1", self.port), backlog=512)
        self.listener.setblocking(False)
        self.selector.register(self.listener, selectors.EVENT_READ)

    # Orders, from any thread.

    def order(self, verb, value=None):
        with self.lock:
            getattr(self, "do_" + verb)(*([] if value is None else [value]))
        self.wake_writer.send(b".")

    def do_delay(self, milliseconds):
        self.delay = float(milliseconds) / 1000

    def do_freeze(self):
        self.frozen = True

    def do_drop(self):
        for each in list(self.pipes.values()):
            self.abandon(each)

    def do_cut(self):
        """Drops the connections there are and refuses new ones."""
        self.do_drop()
        if self.listener:
            self.selector.unregister(self.listener)
            self.listener.close()
            self.listener = None

    def do_heal(self):
        self.frozen, self.delay = False, 0.0
        if not self.listener:
            self.listen()

    def close(self):
        self.order("cut")
        self.closing = True
        self.wake_writer.send(b".")
        self.thread.join()

    # The thread.

    def run(self):
        while not self.closing:
            ready = self.selector.select(self.pause())
            with self.lock:
                for key, _ in ready:
                    if key.fileobj is self.wake_reader:
                        self.wake_reader.recv(CHUNK)
                    elif not self.frozen:
                        self.accept() if key.fileobj is self.listener else self.read(key.fileobj)
                self.pass_on()
            if self.frozen:
                time.sleep(0.005)  # what is ready stays so while nobody reads it

    def pause(self):
        with self.lock:
            due = [pipe.waiting[0][0] for pipe in self.pipes.values() if pipe.waiting]
        return max(0.0, min(due) - time.monotonic()) if due and not self.frozen else None

    def accept(self):
        client, _ = self.listener.accept()
        try:
            server = socket.create_connection(self.target, timeout=5)
        except OSError:
            client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
            client.close()
            return
        for source, sink, slow in ((client, server, True), (server, client, False)):
            source.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.pipes[source] = Pipe(source, sink, slow)
            self.selector.register(source, selectors.EVENT_READ)

    def read(self, source):
        pipe = self.pipes.get(source)
        if pipe is None:
            return
        try:
            data = source.recv(CHUNK)
        except OSError:
            self.abandon(pipe)
            return
        pipe.waiting.append((time.monotonic() + (self.delay if pipe.slow else 0), data))
        if not data:
            pipe.ended = True
            self.selector.unregister(source)

    def pass_on(self):
        now = time.monotonic()
        for pipe in list(self.pipes.values()):
            while pipe.waiting and pipe.waiting[0][0] <= now and not self.frozen:
                if not self.write(pipe, pipe.waiting.popleft()[1]):
                    break

    def write(self, pipe, data):
        try:
            if data:
                pipe.sink.sendall(data)
                return True
            pipe.sink.shutdown(socket.SHUT_WR)
            other = self.pipes.get(pipe.sink)
            if other is None or (other.ended and not other.waiting):
                self.abandon(pipe)
        except OSError:
            self.abandon(pipe)
        return False

    def abandon(self, pipe):
        for end in (pipe.source, pipe.sink):
            gone = self.pipes.pop(end, None)
            if gone and not gone.ended:
                self.selector.unregister(end)
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER) if end.fileno() >= 0 else None
            end.close()
