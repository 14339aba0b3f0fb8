import type { Socket } from 'bun';
import { createAnswerReader } from './read-answers.ts';

/** One keep-alive connection with at most one request under way. */
export type Connection = {
  readonly send: (request: Buffer) => void;
  readonly close: () => void;
  /** Closed loop: when the request under way left. */
  startedMs: number;
  /** Open loop: the number of the request under way. */
  underWay: number | undefined;
};

export type ConnectionEvents = {
  readonly onAnswer: (connection: Connection, status: number) => void;
  /** The server closed it, or what it sent made no sense. */
  readonly onLost: (connection: Connection) => void;
};

/** Only this machine is ever a target. */
const HOST = '127.0.0.1';

export function openConnections(
  count: number,
  port: number,
  events: ConnectionEvents,
): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, () => openConnection(port, events)));
}

async function openConnection(port: number, events: ConnectionEvents): Promise<Connection> {
  let unsent: Buffer | undefined;
  let isOpen = true;
  const write = (socket: Socket, bytes: Buffer) => {
    const written = socket.write(bytes);
    // A copy: the bytes of a request are used again.
    unsent = written < bytes.length ? Buffer.from(bytes.subarray(Math.max(written, 0))) : undefined;
  };
  const lose = () => {
    if (!isOpen) return;
    isOpen = false;
    events.onLost(connection);
  };
  const read = createAnswerReader((status) => events.onAnswer(connection, status));
  const socket = await Bun.connect({
    hostname: HOST,
    port,
    socket: {
      data(open, bytes) {
        try {
          read(bytes);
        } catch (error) {
          process.stderr.write(`${(error as Error).message}\n`);
          lose();
          open.terminate();
        }
      },
      drain(open) {
        if (unsent !== undefined) write(open, unsent);
      },
      close: lose,
      error: lose,
    },
  });
  socket.setNoDelay(true);
  const connection: Connection = {
    send: (request) => write(socket, request),
    close() {
      isOpen = false;
      socket.terminate();
    },
    startedMs: 0,
    underWay: undefined,
  };
  return connection;
}
