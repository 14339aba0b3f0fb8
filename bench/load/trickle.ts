import { type Connection, openConnections } from './connections.ts';

export type Trickle = {
  /** How many were answered, and with a 2xx. */
  readonly stop: () => {
    readonly answers: number;
    readonly accepted: number;
    readonly seconds: number;
  };
};

export type TrickleOptions = {
  readonly port: number;
  /** Asked for by GET, in turn. */
  readonly paths: readonly string[];
  readonly perSecond: number;
};

const CONNECTIONS = 32;
const STEP_MS = 5;

/**
 * A steady rate of other requests beside a measurement, sent in small groups by a timer: the generators of
 * load look at the clock again and again, and two of them would leave no core for the server.
 */
export async function startTrickle({ port, paths, perSecond }: TrickleOptions): Promise<Trickle> {
  let answers = 0;
  let accepted = 0;
  let sent = 0;
  const idle: Connection[] = [];
  const connections = await openConnections(CONNECTIONS, port, {
    onAnswer(connection, status) {
      answers++;
      if (status >= 200 && status < 300) accepted++;
      idle.push(connection);
    },
    onLost() {},
  });
  idle.push(...connections);
  const startMs = performance.now();
  const seconds = () => (performance.now() - startMs) / 1000;
  const timer = setInterval(() => {
    const due = seconds() * perSecond;
    while (sent < due) {
      const connection = idle.pop();
      if (connection === undefined) return;
      const path = paths[sent++ % paths.length];
      connection.send(Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`));
    }
  }, STEP_MS);
  return {
    stop() {
      clearInterval(timer);
      for (const connection of connections) connection.close();
      return { answers, accepted, seconds: seconds() };
    },
  };
}
