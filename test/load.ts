import { type Connection, openConnection } from './http/connection.ts';
import { requestBytes } from './http/request.ts';

export type Load = {
  /** Resolves when so many more requests have been answered. */
  readonly answered: (more: number) => Promise<void>;
  readonly stop: () => Promise<LoadReport>;
  /** Resolves when every client has been told to leave by an answer and has left, as behind a balancer. */
  readonly left: () => Promise<LoadReport>;
};

export type LoadReport = {
  /** Without what was shed: a machine that is busy with something else may shed, and should. */
  readonly statuses: ReadonlyMap<number, number>;
  readonly failures: readonly FailedRequest[];
};

type FailedRequest = {
  readonly reason: string;
  /** When the connection that it was sent on was opened. */
  readonly openedMs: number;
};

const SHED = 'more requests than can be served';

/** Clients that ask again and again, each on a connection that it leaves when the server says so. */
export function startLoad(port: number, clients: number): Load {
  const statuses = new Map<number, number>();
  const failures: FailedRequest[] = [];
  let isStopping = false;
  let isLeaving = false;
  let total = 0;
  let answered = Promise.withResolvers<void>();

  const client = async () => {
    let connection: Connection | undefined;
    let openedMs = 0;
    while (!isStopping) {
      try {
        if (connection === undefined) openedMs = performance.now();
        connection ??= await openConnection(port);
        connection.send(requestBytes());
        const { status, headers, body } = await connection.answer();
        if (!body.includes(SHED)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (headers.get('connection') === 'close') {
          connection = undefined;
          if (isLeaving) return;
        }
      } catch (error) {
        failures.push({ reason: String(error), openedMs });
        connection = undefined;
      }
      total++;
      answered.resolve();
      answered = Promise.withResolvers<void>();
    }
    connection?.drop();
  };
  const running = Array.from({ length: clients }, client);

  return {
    async left() {
      isLeaving = true;
      await Promise.all(running);
      return { statuses, failures };
    },
    async answered(more) {
      const goal = total + more;
      while (total < goal) await answered.promise;
    },
    async stop() {
      isStopping = true;
      await Promise.all(running);
      return { statuses, failures };
    },
  };
}
