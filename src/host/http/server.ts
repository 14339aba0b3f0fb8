import { noteRequest } from './connection-bound.ts';
import type { PublicPort } from './public-port.ts';

type ServerOptions = {
  readonly host: string;
  readonly port: number;
  /** Other processes may listen on the same port; the system spreads connections over them. */
  readonly isShared: boolean;
  readonly publicPort: PublicPort;
  /** Undefined: plain http. */
  readonly tls: Tls | undefined;
};

/** A certificate and its key, as PEM. */
export type Tls = { readonly cert: string; readonly key: string };

/** Above the 60 s that load balancers usually keep idle connections, so that they close first. */
const IDLE_SEC_MAX = 75;

/** `readBody` bounds bodies, with our own error where Bun would send a bare 413. What nobody reads is not kept. */
const SOCKET_BODY_BYTES_MAX = Number.MAX_SAFE_INTEGER;

/** Callers that keep connections open need an answer to learn from that they should open another one. */
const LEAVE_MS = 2000;

export type PublicServer = ReturnType<typeof startServer>;

/** Binds the public port to a socket. */
export function startServer(options: ServerOptions) {
  const { publicPort } = options;
  let { tls } = options;
  let current = listen(options);
  const { port } = current;
  /** With those whose certificate was renewed, until they have stopped. */
  const listeners = new Set([current]);

  return {
    port,
    /** Connections get this certificate at most `LEAVE_MS` later. Those that are open close after their next answer. */
    renewTls(next: Tls): void {
      if (tls === undefined || (tls.cert === next.cert && tls.key === next.key)) return;
      // Bun cannot change the certificate of a socket: a second one takes over the port.
      const last = current;
      current = listen({ ...options, port, tls: next });
      tls = next;
      listeners.add(current);
      last.announceStop();
      setTimeout(() => void last.stop().then(() => listeners.delete(last)), LEAVE_MS);
    },
    /** Takes no new connections, refuses new requests, and resolves when those under way are answered. */
    async stop(waitMsMax: number): Promise<void> {
      publicPort.refuseRequests();
      const all = [...listeners];
      const answered = Promise.all(all.map(({ stop }) => stop()));
      await Promise.race([answered, Bun.sleep(waitMsMax)]);
      await Promise.all(all.map(({ close }) => close()));
    },
  };
}

function listen({ host, port, isShared, publicPort, tls }: ServerOptions) {
  let isLeaving = false;
  const server = Bun.serve({
    hostname: host,
    port,
    reusePort: isShared || tls !== undefined,
    ...(tls === undefined ? {} : { tls: { ...tls } }),
    development: false,
    idleTimeout: IDLE_SEC_MAX,
    maxRequestBodySize: SOCKET_BODY_BYTES_MAX,
    fetch(request, self) {
      const peer = self.requestIP(request);
      noteRequest(peer?.port);
      const answer = publicPort.answer(request, peer?.address);
      return isLeaving ? lastOf(answer) : answer;
    },
    // Bun itself failed, or building the answer about a failure did.
    error: publicPort.answerFailure,
  });
  return {
    port: server.port ?? port,
    /** From now on each connection closes after its response. */
    announceStop() {
      isLeaving = true;
    },
    stop: () => server.stop(),
    /** Ends open connections too. */
    close: () => server.stop(true),
  };
}

async function lastOf(answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  response.headers.set('Connection', 'close');
  return response;
}
