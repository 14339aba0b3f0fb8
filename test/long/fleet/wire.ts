import { createServer, connect as openSocket, type Socket } from 'node:net';
import { freePort } from '../../../src/host/http/free-port.ts';
import { atCleanUp } from '../../process.ts';

/** The way of one machine to Postgres. */
export type Wire = {
  readonly port: number;
  /** From the middle of its next transaction on, no answer arrives. Questions still do. */
  readonly loseAnswers: () => void;
  /** Connections whose answers were lost end; new ones work. */
  readonly restore: () => void;
  /** That ended since the start, statements outside of a transaction included. */
  readonly transactions: () => number;
};

/** CommandComplete and ReadyForQuery of Postgres' protocol. After a log-in or a mere parsing there is only the latter. */
const ENDED = /C\0{3}.[A-Z][A-Z 0-9]*\0Z\0{3}.I/gs;
/** ReadyForQuery: outside of a transaction, and inside of one. */
const IDLE = Buffer.from('Z\0\0\0\x05I');
const INSIDE = Buffer.from('Z\0\0\0\x05T');

/** The answers to `begin` and to a first statement, which may hold locks, arrive. */
const ANSWERS_INSIDE = 2;

export async function startWire(toPort: number): Promise<Wire> {
  const port = freePort('127.0.0.1');
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: 'right' | 'until a transaction' | 'lost' = 'right';
  let transactions = 0;

  const server = createServer((client) => {
    const database = openSocket(toPort, '127.0.0.1');
    const pair = [client, database] as const;
    pairs.add(pair);
    let inside = 0;
    database.on('data', (bytes: Buffer) => {
      transactions += bytes.toString('latin1').match(ENDED)?.length ?? 0;
      inside = bytes.includes(IDLE) ? 0 : inside + occurrences(bytes, INSIDE);
      if (state === 'until a transaction' && inside > ANSWERS_INSIDE) state = 'lost';
      if (state !== 'lost') client.write(bytes);
    });
    client.on('data', (bytes) => void database.write(bytes));
    for (const socket of pair) {
      socket.on('error', () => {});
      socket.on('close', () => {
        pairs.delete(pair);
        for (const one of pair) one.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const cut = () => {
    for (const pair of pairs) for (const socket of pair) socket.destroy();
  };
  atCleanUp(() => {
    cut();
    server.close();
  });
  return {
    port,
    loseAnswers() {
      state = 'until a transaction';
    },
    restore() {
      state = 'right';
      cut();
    },
    transactions: () => transactions,
  };
}

function occurrences(bytes: Buffer, wanted: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(wanted); at !== -1; at = bytes.indexOf(wanted, at + wanted.length)) {
    count++;
  }
  return count;
}
