import type { Fail } from '../../host/command/command.ts';

/** Runs a server until a signal. Exit codes: 0 after a signal, 1 if it cannot start. */
export function serveUntilSignal<Server extends { readonly stop: () => Promise<void> }>(
  start: () => Server,
  /** The line to print when the server is ready. */
  greet: (server: Server) => string,
  fail: Fail,
): void {
  let server: Server;
  try {
    server = start();
  } catch (error) {
    fail((error as Error).message, 1);
    return;
  }
  const stop = async () => {
    await server.stop();
    process.exit(0);
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  process.stdout.write(`${greet(server)}\n`);
}
