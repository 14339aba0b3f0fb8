/** The load generator: reads a job as JSON on its standard input, does it, prints a report as JSON. */
import { connectionsOpened, cpuSecondsOf, machineTime, processTree } from '../measure/proc.ts';
import { driveClosedLoop } from './closed-loop.ts';
import type { Driven } from './drive.ts';
import { checkJob, type Job, type Report } from './job.ts';
import { driveOpenLoop } from './open-loop.ts';
import { createRequests, firstNumber } from './requests.ts';
import { driveWrk, findWrk, WRK_MS_MIN } from './wrk.ts';

const job: Job = await Bun.stdin.json();
checkJob(job);

const next = createRequests(job, firstNumber());
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
  queueGrowthShare: driven.queueGrowthShare,
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
  if (job.ratePerSecond !== null) return driveOpenLoop(job, next, onEdge);
  const wrk = job.paths.length > 0 || job.measureMs < WRK_MS_MIN ? null : findWrk();
  return wrk === null ? driveClosedLoop(job, next, onEdge) : driveWrk(wrk, job, onEdge);
}

function difference(start: number | null, end: number | null): number | null {
  return start === null || end === null ? null : end - start;
}

function busyShare(): number | null {
  if (before.machine === null || after.machine === null) return null;
  const all = after.machine.all - before.machine.all;
  return all === 0 ? null : 1 - (after.machine.idle - before.machine.idle) / all;
}
