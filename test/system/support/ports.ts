import { connect } from 'node:net';
import { eventually } from '../../eventually.ts';

/** A port that nobody used a moment ago. */
export function freePort(): number {
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Response() });
  const { port = 0 } = server;
  server.stop(true);
  return port;
}

/** Waits until somebody accepts connections there. */
export const listens = (port: number) =>
  eventually(() => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const socket = connect({ port, host: '127.0.0.1' }, () => resolve(true));
    socket.on('error', () => resolve(false));
    return promise.finally(() => socket.destroy());
  });
