import type { PublicPort } from './public-port.ts';

export type ServerOptions = {
  readonly host: string;
  readonly port: number;
  /** Other processes may listen on the same port; the system spreads connections over them. */
  readonly isShared: boolean;
  readonly publicPort: PublicPort;
};

export type PublicServer = {
  readonly port: number;
  /** Takes no new connections, refuses new requests, and resolves when those under way are answered. */
  readonly stop: (waitMsMax: number) => Promise<void>;
};

/** Above the 60 s that load balancers usually keep idle connections, so that they close first. */
const IDLE_SEC_MAX = 75;

/**
 * `readBody` bounds bodies, and answers with our own error and headers where Bun would send a bare 413.
 * Nobody else reads one, and what is not read is not kept.
 */
const SOCKET_BODY_BYTES_MAX = Number.MAX_SAFE_INTEGER;

/** Binds the public port to a socket. */
export function startServer({ host, port, isShared, publicPort }: ServerOptions): PublicServer {
  const server = Bun.serve({
    hostname: host,
    port,
    reusePort: isShared,
    development: false,
    idleTimeout: IDLE_SEC_MAX,
    maxRequestBodySize: SOCKET_BODY_BYTES_MAX,
    fetch: (request, self) => publicPort.answer(request, self.requestIP(request)?.address),
    // Bun itself failed, or building the answer about a failure did.
    error: publicPort.answerFailure,
  });

  return {
    port: server.port ?? port,
    async stop(waitMsMax) {
      publicPort.refuseRequests();
      const answered = server.stop();
      await Promise.race([answered, Bun.sleep(waitMsMax)]);
      await server.stop(true);
    },
  };
}
