"""A reverse proxy for the tests, as docs/deployment.md has nginx: no locked package carries one (docs/decisions/0003).

It reads a request whole before it passes it on, names the peer in X-Forwarded-For, and takes the next web process
where one refuses the connection, or is gone before it has answered something that may be asked twice. With none left
it answers as the manual's nginx does: 503 with a sentence.
"""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, NamedTuple

AWAY = b"The site does not answer for a moment. What you judged is kept in your browser and is sent again by itself.\n"
AGAIN = (b"GET", b"HEAD")
MOST = 8 * 1024 * 1024  # of a head
GONE = (OSError, asyncio.IncompleteReadError)


class Message(NamedTuple):
    """A request or an answer: its first line, its headers by lower-case name, as they came, and its body."""

    first: bytes
    headers: list[tuple[bytes, bytes]]
    body: bytes

    def header(self, name: bytes) -> bytes:
        return next((value for key, value in self.headers if key.lower() == name), b"")

    def written(self, *more: tuple[bytes, bytes]) -> bytes:
        dropped = {b"connection", b"keep-alive", b"content-length", *(name.lower() for name, _ in more)}
        kept = [pair for pair in self.headers if pair[0].lower() not in dropped]
        lines = [*kept, *more, (b"Content-Length", b"%d" % len(self.body))]
        return b"\r\n".join([self.first, *(b"%b: %b" % pair for pair in lines), b"", self.body])


class Proxy:
    """Listens on a port and passes requests to web processes in turn, from a thread of its own."""

    def __init__(self, port: int, upstream: list[int]) -> None:
        self.port, self.upstream = port, upstream
        self.passed: dict[int, int] = dict.fromkeys(upstream, 0)  # answers of each
        self.away = 0  # requests that none answered
        self._turn = 0
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True, name="proxy")

    def __enter__(self) -> "Proxy":
        self._thread.start()
        listening = asyncio.start_server(self._serve, "127.0.0.1", self.port, limit=MOST)
        self._server = self._do(listening)
        return self

    def __exit__(self, *_: object) -> None:
        self._do(self._end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _end(self) -> None:
        self._server.close()
        serving = asyncio.all_tasks() - {asyncio.current_task()}
        for task in serving:
            task.cancel()
        await asyncio.gather(*serving, return_exceptions=True)

    def _do(self, work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        peer = writer.get_extra_info("peername")[0].encode()
        try:
            while request := await _read(reader):
                writer.write(await self._answer(request, peer))
                await writer.drain()
        except (*GONE, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _answer(self, request: Message, peer: bytes) -> bytes:
        places = b", ".join(filter(None, (request.header(b"x-forwarded-for"), peer)))
        sent = request.written((b"X-Forwarded-For", places), (b"Connection", b"close"))
        for _ in self.upstream:
            self._turn = (self._turn + 1) % len(self.upstream)
            port = self.upstream[self._turn]
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=MOST)
            except OSError:
                continue
            try:
                writer.write(sent)
                answer = await _read(reader, is_answer=True, bare=request.first.startswith(b"HEAD"))
            except GONE:
                answer = None
            finally:
                writer.close()
            if answer:
                self.passed[port] += 1
                return answer.written((b"Connection", b"keep-alive"))
            if not request.first.startswith(AGAIN):
                break
        self.away += 1
        head = [(b"Content-Type", b"text/plain; charset=utf-8"), (b"Retry-After", b"10")]
        return Message(b"HTTP/1.1 503 Service Unavailable", head, AWAY).written()


async def _read(
    reader: asyncio.StreamReader, *, is_answer: bool = False, bare: bool = False
) -> Message | None:
    """One message; None where the connection ends before there is one."""
    try:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).rstrip(b"\r\n").split(b"\r\n")
    except asyncio.IncompleteReadError:
        return None
    headers = [(name, value.strip()) for name, _, value in (line.partition(b":") for line in lines)]
    message = Message(first, headers, b"")
    if bare or b" 304 " in first or b" 204 " in first:
        return message
    if message.header(b"transfer-encoding").lower() == b"chunked":
        body = b"".join([chunk async for chunk in _chunks(reader)])
        kept = [pair for pair in headers if pair[0].lower() != b"transfer-encoding"]
        return Message(first, kept, body)
    if length := message.header(b"content-length"):
        return message._replace(body=await reader.readexactly(int(length)))
    return message._replace(body=await reader.read()) if is_answer else message


async def _chunks(reader: asyncio.StreamReader) -> Any:
    while size := int((await reader.readline()).partition(b";")[0], 16):
        yield await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readline()
