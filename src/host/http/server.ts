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

export type PublicServer = ReturnType<typeof startServer>;

/** Binds the public port to a socket. */
export function startServer({ host, port, isShared, publicPort, tls }: ServerOptions) {
  const server = Bun.serve({
    hostname: host,
    port,
    reusePort: isShared,
    ...(tls === undefined ? {} : { tls: { ...tls } }),
    development: false,
    idleTimeout: IDLE_SEC_MAX,
    maxRequestBodySize: SOCKET_BODY_BYTES_MAX,
    fetch(request, self) {
      const peer = self.requestIP(request);
      noteRequest(peer?.port);
      return publicPort.answer(request, peer?.address);
    },
    // Bun itself failed, or building the answer about a failure did.
    error: publicPort.answerFailure,
  });
  return {
    port: server.port ?? port,
    /** Takes no new connections, and resolves when the requests under way are answered. */
    async stop(waitMsMax: number): Promise<void> {
      await Promise.race([server.stop(), Bun.sleep(waitMsMax)]);
      await server.stop(true);
    },
  };
}
