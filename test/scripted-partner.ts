import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import type { HttpCall } from '../src/core/auction/partner.ts';

/** One request as it came, and the socket to answer it on. */
export type Arrival = {
  readonly socket: Socket;
  readonly head: string;
  readonly body: string;
  /** Counted from 1 over all connections. */
  readonly connection: number;
  /** Counted from 1 on this connection. */
  readonly request: number;
};

export type ScriptedPartner = {
  readonly url: string;
  readonly port: number;
  readonly arrivals: readonly Arrival[];
  readonly connectionCount: () => number;
  readonly openCount: () => number;
  readonly stop: () => Promise<void>;
};

export type Script = {
  readonly onRequest?: (arrival: Arrival) => void;
  readonly onConnection?: (socket: Socket) => void;
  readonly tls?: { readonly key: string; readonly cert: string };
};

/** A call that a client makes. */
export function post(url: string, body: HttpCall['body'] = ''): HttpCall {
  return { method: 'POST', url, headers: {}, body };
}

/** An answer as it goes over the wire. */
export function answer(body: string, headers = '', status = '200 OK'): string {
  return `HTTP/1.1 ${status}\r\n${headers}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

const started: ScriptedPartner[] = [];

/** For `afterEach`. */
export async function stopScriptedPartners(): Promise<void> {
  for (const partner of started.splice(0)) await partner.stop();
}

/** A partner that does with each request and each connection just what a test tells it. */
export async function startScriptedPartner(script: Script = {}): Promise<ScriptedPartner> {
  const {
    onRequest = ({ socket, body }) => socket.write(answer(body)),
    onConnection,
    tls,
  } = script;
  const arrivals: Arrival[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const accept = (socket: Socket) => {
    const connection = ++connections;
    let request = 0;
    let received = '';
    open.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => open.delete(socket));
    onConnection?.(socket);
    // Latin-1 has a character for each byte, so that lengths are right.
    socket.on('data', (bytes: Buffer) => {
      received += bytes.toString('latin1');
      for (;;) {
        const headEnd = received.indexOf('\r\n\r\n');
        if (headEnd === -1) return;
        const head = received.slice(0, headEnd);
        const end = headEnd + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (received.length < end) return;
        const body = Buffer.from(received.slice(headEnd + 4, end), 'latin1').toString();
        received = received.slice(end);
        const arrival = { socket, head, body, connection, request: ++request };
        arrivals.push(arrival);
        onRequest(arrival);
      }
    });
  };
  const server: Server = tls === undefined ? createServer(accept) : createTlsServer(tls, accept);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const partner: ScriptedPartner = {
    url: `${tls === undefined ? 'http://127.0.0.1' : 'https://localhost'}:${port}/bid`,
    port,
    arrivals,
    connectionCount: () => connections,
    openCount: () => open.size,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of open) socket.destroy();
        server.close(() => resolve());
      }),
  };
  started.push(partner);
  return partner;
}
