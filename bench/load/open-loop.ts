import { type Connection, openConnections } from './connections.ts';
import type { Drive, Driven } from './job.ts';
import { createLatencies } from './latencies.ts';

/** How long answers may still come in after the last request was due. */
const LAST_ANSWERS_MS_MAX = 2000;

/** What is due by then leaves together. Between two looks the generator sleeps, and leaves the cores to the server. */
const LOOK_MS_MIN = 1;

/**
 * Requests are due at a rate of their own, whatever the server does, and latency counts from when a request was due:
 * one that could not leave because all connections waited for a stalled server has waited too. That is what
 * corrects for coordinated omission.
 */
export const driveOpenLoop: Drive = async (job, next, onEdge): Promise<Driven> => {
  const ratePerMs = (job.ratePerSecond ?? 1) / 1000;
  const latencies = createLatencies();
  const lateness = createLatencies();
  const statuses = new Map<number, number>();
  const firstMeasured = Math.ceil(job.warmUpMs * ratePerMs);
  const total = Math.ceil((job.warmUpMs + job.measureMs) * ratePerMs);
  const half = (firstMeasured + total) >> 1;
  const done = Promise.withResolvers<void>();
  /** By the request's number. */
  const dueMs = new Float64Array(total);
  const idle: Connection[] = [];
  let due = 0;
  let sent = 0;
  let settled = 0;
  let queuedAtHalf = 0;
  let queuedAtEnd = 0;
  let connectionsLost = 0;

  const settle = () => {
    if (++settled === total) done.resolve();
  };
  const sendDue = () => {
    while (sent < due) {
      const connection = idle.pop();
      if (connection === undefined) return;
      connection.underWay = sent++;
      connection.send(next());
    }
  };
  const connections = await openConnections(job.connections, job.port, {
    onAnswer(connection, status) {
      const request = connection.underWay ?? 0;
      if (request >= firstMeasured) {
        latencies.add(performance.now() - (dueMs[request] ?? 0));
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      connection.underWay = undefined;
      settle();
      idle.push(connection);
      sendDue();
    },
    onLost(connection) {
      connectionsLost++;
      if (connection.underWay !== undefined) settle();
      const place = idle.indexOf(connection);
      if (place !== -1) idle.splice(place, 1);
    },
  });
  idle.push(...connections);

  const startMs = performance.now();
  let lookMs = startMs;
  const look = () => {
    const nowMs = performance.now();
    if (due >= firstMeasured) lateness.add(nowMs - lookMs);
    const dueNow = Math.min(total, 1 + Math.floor((nowMs - startMs) * ratePerMs));
    if (due <= firstMeasured && firstMeasured < dueNow) onEdge();
    if (due <= half && half < dueNow) queuedAtHalf = due - settled;
    if (dueNow === total) queuedAtEnd = due - settled;
    dueMs.fill(nowMs, due, dueNow);
    due = dueNow;
    sendDue();
    lookMs = Math.max(nowMs + LOOK_MS_MIN, startMs + due / ratePerMs);
    if (due < total) setTimeout(look, lookMs - nowMs);
  };
  look();
  await Promise.race([done.promise, Bun.sleep(total / ratePerMs + LAST_ANSWERS_MS_MAX)]);
  onEdge();
  const endMs = performance.now();
  for (const connection of connections) connection.close();

  // Those that were not sent for want of a connection, and those under way.
  const answers = latencies.count();
  const unsent = Array.from({ length: due - sent }, (_, place) => sent + place);
  const waiting = [...connections.flatMap(({ underWay }) => underWay ?? []), ...unsent];
  const given = waiting.filter((request) => request >= firstMeasured);
  for (const request of given) latencies.add(endMs - (dueMs[request] ?? 0));
  return {
    answers,
    latency: latencies.summary(),
    statuses: Object.fromEntries(statuses),
    seconds: (endMs - (dueMs[firstMeasured] ?? 0)) / 1000,
    connectionsLost,
    unanswered: given.length,
    sentLateMsP99: lateness.percentileMs(99),
    queueGrowthShare: (queuedAtEnd - queuedAtHalf) / (total - half),
  };
};
