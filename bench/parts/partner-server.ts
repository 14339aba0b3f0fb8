/** A partner for benchmarks: a process that answers every call with the same bid and counts connections. */

const [latency = '0'] = process.argv.slice(2);
const HEAD_END = '\r\n\r\n';
const BODY = JSON.stringify({ id: 'bench', seatbid: [{ bid: [{ adm: 'x'.repeat(1000) }] }] });
const ANSWER = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ndate: Thu, 01 Jan 2026 00:00:00 GMT\r\ncontent-length: ${BODY.length}${HEAD_END}${BODY}`;

const [minMs = 0, maxMs = minMs] = latency.split('-').map(Number);
let connections = 0;

const server = Bun.listen<{ missing: number }>({
  hostname: '127.0.0.1',
  port: 0,
  socket: {
    open(socket) {
      connections++;
      socket.data = { missing: 0 };
    },
    data(socket, bytes) {
      if (socket.data.missing === 0) socket.data.missing = requestLength(bytes);
      socket.data.missing -= bytes.length;
      if (socket.data.missing > 0 || latency === 'hang') return;
      setTimeout(() => socket.write(ANSWER), minMs + Math.random() * (maxMs - minMs));
    },
  },
});

function requestLength(bytes: Buffer): number {
  const headEnd = bytes.indexOf(HEAD_END);
  const head = bytes.toString('latin1', 0, headEnd);
  return headEnd + HEAD_END.length + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
}

process.on('message', () => process.send?.(connections));
process.send?.(server.port);

export {};
