import { openConnections } from './connections.ts';
import type { Drive, Driven } from './job.ts';
import { createLatencies } from './latencies.ts';

/** Each connection asks again as soon as it has its answer: how much the server can do at the most. */
export const driveClosedLoop: Drive = async (job, next, onEdge): Promise<Driven> => {
  const latencies = createLatencies();
  const statuses = new Map<number, number>();
  let isMeasuring = false;
  let isOver = false;
  let connectionsLost = 0;

  const connections = await openConnections(job.connections, job.port, {
    onAnswer(connection, status) {
      const nowMs = performance.now();
      if (isMeasuring) {
        latencies.add(nowMs - connection.startedMs);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      if (isOver) return;
      connection.startedMs = nowMs;
      connection.send(next());
    },
    onLost() {
      connectionsLost++;
    },
  });
  for (const connection of connections) {
    connection.startedMs = performance.now();
    connection.send(next());
  }
  await Bun.sleep(job.warmUpMs);
  onEdge();
  isMeasuring = true;
  const start = performance.now();
  await Bun.sleep(job.measureMs);
  isMeasuring = false;
  const seconds = (performance.now() - start) / 1000;
  onEdge();
  isOver = true;
  for (const connection of connections) connection.close();
  return {
    answers: latencies.count(),
    latency: latencies.summary(),
    statuses: Object.fromEntries(statuses),
    seconds,
    connectionsLost,
    unanswered: 0,
    sentLateMsP99: 0,
    queueGrowthShare: 0,
  };
};
