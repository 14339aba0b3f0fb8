import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** One TCP connection that sends exactly the bytes it is given, and reads whole HTTP answers. */
export type Connection = {
  /** Resolves when the system has taken the bytes. */
  readonly send: (data: string | Uint8Array) => Promise<void>;
  /** The next answer; fails if the connection ends before it is whole. */
  readonly answer: (method?: string) => Promise<Answer>;
  /** Resolves when the server has closed, with what it sent beside the answers that were read. */
  readonly closed: Promise<string>;
  readonly drop: () => void;
};

export type Answer = {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

export function openConnection(port: number, host = '127.0.0.1'): Promise<Connection> {
  return onSocket(connect(port, host), 'connect');
}

/** To the server of that name on this machine, whose certificate signs itself. */
export function openTlsConnection(port: number, servername: string): Promise<Connection> {
  const socket = connectTls({
    port,
    host: '127.0.0.1',
    servername,
    rejectUnauthorized: false,
    ALPNProtocols: ['http/1.1'],
  });
  return onSocket(socket, 'secureConnect');
}

async function onSocket(socket: Socket, opened: 'connect' | 'secureConnect'): Promise<Connection> {
  let received = Buffer.alloc(0);
  let isClosed = false;
  let wake = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<string>();
  const connected = Promise.withResolvers<void>();

  const stir = () => {
    wake.resolve();
    wake = Promise.withResolvers<void>();
  };
  socket.on(opened, () => connected.resolve());
  socket.on('data', (data) => {
    received = Buffer.concat([received, Buffer.from(data)]);
    stir();
  });
  // A reset is a way to close; what matters is whether the answer came before it.
  socket.on('error', (error) => connected.reject(error));
  socket.on('close', () => {
    isClosed = true;
    closed.resolve(received.toString('latin1'));
    stir();
  });
  await connected.promise;

  return {
    send: (data) => new Promise((resolve) => void socket.write(data, () => resolve())),
    async answer(method = 'POST') {
      for (;;) {
        const found = readAnswer(received, method);
        if (found !== undefined) {
          received = received.subarray(found.length);
          return found.answer;
        }
        if (isClosed)
          throw new Error(`the connection ended after ${JSON.stringify(`${received}`)}`);
        await wake.promise;
      }
    },
    closed: closed.promise,
    drop: () => {
      socket.destroy();
    },
  };
}

function readAnswer(bytes: Buffer, method: string): { answer: Answer; length: number } | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n');
  if (headEnd === -1) return undefined;
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n');
  const status = Number(statusLine.split(' ')[1]);
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const isBodyless = method === 'HEAD' || status < 200 || status === 204;
  const bodyLength = isBodyless ? 0 : Number(headers.get('content-length') ?? 0);
  const length = headEnd + 4 + bodyLength;
  if (bytes.length < length) return undefined;
  return { answer: { status, headers, body: bytes.toString('utf8', headEnd + 4, length) }, length };
}
