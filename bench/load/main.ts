/** The load generator: reads a job as JSON on its standard input, does it, prints a report as JSON. */
import { connectionsOpened, cpuSecondsOf, machineTime, processTree } from '../measure/proc.ts';
import { driveClosedLoop } from './closed-loop.ts';
import type { Driven } from './drive.ts';
import { checkJob, type Job, type Report } from './job.ts';
import { driveOpenLoop } from './open-loop.ts';
import { driveWrk, findWrk } from './wrk.ts';

const job: Job = await Bun.stdin.json();
checkJob(job);

const host = `Host: 127.0.0.1:${job.port}\r\n`;
const posts = job.bodies.map((body) => {
  const bytes = Buffer.from(body);
  const head =
    `POST ${job.path} HTTP/1.1\r\n${host}` +
    `Content-Type: application/json\r\nContent-Length: ${bytes.length}\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), bytes]);
});
const gets = job.paths.map((path) => Buffer.from(`GET ${path} HTTP/1.1\r\n${host}\r\n`));
const requests = gets.length > 0 ? gets : posts;

const serverPids = processTree(job.serverPid);
const takeEdge = () => ({
  serverCpuSec: cpuSecondsOf(serverPids),
  own: process.cpuUsage(),
  machine: machineTime(),
  opened: connectionsOpened(),
});
const edges: ReturnType<typeof takeEdge>[] = [];
const onEdge = () => edges.push(takeEdge());
const driven = await drive();

const [before = takeEdge(), after = takeEdge()] = edges;
const { answers } = driven;
const report: Report = {
  generator: driven.generator,
  answers,
  seconds: driven.seconds,
  perSecond: answers / driven.seconds,
  statuses: driven.statuses,
  connectionsLost: driven.connectionsLost,
  unanswered: driven.unanswered,
  latency: driven.latency,
  sentLateMsP99: driven.sentLateMsP99,
  serverCpuSec: difference(before.serverCpuSec, after.serverCpuSec),
  generatorCpuSec:
    driven.generatorCpuSec ??
    (after.own.user + after.own.system - before.own.user - before.own.system) / 1_000_000,
  connectionsOpened: difference(before.opened, after.opened),
  machineBusyShare: busyShare(),
};
process.stdout.write(`${JSON.stringify(report)}\n`);
process.exit(0);

function drive(): Promise<Driven> {
  if (job.ratePerSecond !== null) return driveOpenLoop(job, requests, onEdge);
  const wrk = gets.length > 0 ? null : findWrk();
  return wrk === null ? driveClosedLoop(job, requests, onEdge) : driveWrk(wrk, job, onEdge);
}

function difference(start: number | null, end: number | null): number | null {
  return start === null || end === null ? null : end - start;
}

function busyShare(): number | null {
  if (before.machine === null || after.machine === null) return null;
  const all = after.machine.all - before.machine.all;
  return all === 0 ? null : 1 - (after.machine.idle - before.machine.idle) / all;
}
