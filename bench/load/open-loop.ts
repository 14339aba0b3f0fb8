import { type Connection, openConnections } from './connections.ts';
import type { Drive, Driven } from './drive.ts';
import { createLatencies } from './latencies.ts';

/** How long answers may still come in after the last request was due. */
const LAST_ANSWERS_MS_MAX = 2000;

/** Timers are good to a millisecond; what is due sooner is waited for by looking again and again. */
const TIMER_MS_MIN = 2;

/**
 * Requests are due at even intervals, whatever the server does, and latency counts from when a request was due:
 * one that could not leave because all connections waited for a stalled server has waited too. That is what
 * corrects for coordinated omission.
 */
export const driveOpenLoop: Drive = async (job, requests, onEdge): Promise<Driven> => {
  const ratePerMs = (job.ratePerSecond ?? 1) / 1000;
  const latencies = createLatencies();
  const lateness = createLatencies();
  const statuses = new Map<number, number>();
  const firstMeasured = Math.ceil(job.warmUpMs * ratePerMs);
  const total = Math.ceil((job.warmUpMs + job.measureMs) * ratePerMs);
  const done = Promise.withResolvers<void>();
  const idle: Connection[] = [];
  const underWay = new Set<Connection>();
  let startMs = 0;
  let sent = 0;
  let settled = 0;
  let connectionsLost = 0;
  let isHeldUp = false;
  const dueMs = (index: number) => startMs + index / ratePerMs;
  const isMeasured = (dueAtMs: number) => dueAtMs >= dueMs(firstMeasured);

  const settle = (connection: Connection) => {
    underWay.delete(connection);
    if (++settled === total) done.resolve();
  };
  const sendDue = (nowMs: number) => {
    while (sent < total && dueMs(sent) <= nowMs) {
      const connection = idle.pop();
      if (connection === undefined) {
        isHeldUp = true;
        return;
      }
      connection.startedMs = dueMs(sent);
      if (!isHeldUp && isMeasured(connection.startedMs)) {
        lateness.add(nowMs - connection.startedMs);
      }
      underWay.add(connection);
      connection.send(requests[sent++ % requests.length] as Buffer);
    }
    isHeldUp = false;
  };
  const connections = await openConnections(job.connections, job.port, {
    onAnswer(connection, status) {
      const nowMs = performance.now();
      if (isMeasured(connection.startedMs)) {
        latencies.add(nowMs - connection.startedMs);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      settle(connection);
      idle.push(connection);
      sendDue(nowMs);
    },
    onLost(connection) {
      connectionsLost++;
      if (underWay.has(connection)) settle(connection);
      const place = idle.indexOf(connection);
      if (place !== -1) idle.splice(place, 1);
    },
  });
  idle.push(...connections);

  let isEntered = false;
  const pace = () => {
    const nowMs = performance.now();
    if (!isEntered && sent >= firstMeasured) {
      isEntered = true;
      onEdge();
    }
    sendDue(nowMs);
    if (sent >= total || nowMs > dueMs(total) + LAST_ANSWERS_MS_MAX) return;
    const waitMs = dueMs(sent) - nowMs;
    if (waitMs > TIMER_MS_MIN) setTimeout(pace, waitMs - 1);
    else setImmediate(pace);
  };
  startMs = performance.now();
  pace();
  const allDueMs = total / ratePerMs;
  await Promise.race([done.promise, Bun.sleep(allDueMs + LAST_ANSWERS_MS_MAX)]);
  onEdge();
  const endMs = performance.now();
  const seconds = (endMs - dueMs(firstMeasured)) / 1000;

  let unanswered = 0;
  const giveUpOn = (dueAtMs: number) => {
    if (!isMeasured(dueAtMs)) return;
    unanswered++;
    latencies.add(endMs - dueAtMs);
  };
  for (const connection of underWay) giveUpOn(connection.startedMs);
  for (; sent < total; sent++) giveUpOn(dueMs(sent));
  for (const connection of connections) connection.close();
  const sentLateMsP99 = lateness.percentileMs(99);
  return {
    generator: 'bench/load',
    answers: latencies.count() - unanswered,
    latency: latencies.summary(),
    statuses: Object.fromEntries(statuses),
    seconds,
    connectionsLost,
    unanswered,
    sentLateMsP99,
  };
};
