/** The load generator: reads a job as JSON on its standard input, does it, prints a report as JSON. */
import { connectionsOpened, cpuSecondsOf, machineTime, processTree } from '../measure/proc.ts';
import { driveClosedLoop } from './closed-loop.ts';
import { checkJob, type Job, type Report } from './job.ts';
import { driveOpenLoop } from './open-loop.ts';
import { createRequests, firstNumber } from './requests.ts';

const job: Job = await Bun.stdin.json();
checkJob(job);

const serverPids = processTree(job.serverPid);
const takeEdge = () => ({
  serverCpuSec: cpuSecondsOf(serverPids),
  own: process.cpuUsage(),
  machine: machineTime(),
  opened: connectionsOpened(),
});
const edges: ReturnType<typeof takeEdge>[] = [];
const drive = job.ratePerSecond === null ? driveClosedLoop : driveOpenLoop;
const driven = await drive(job, createRequests(job, firstNumber()), () => edges.push(takeEdge()));

const [before = takeEdge(), after = takeEdge()] = edges;
const report: Report = {
  ...driven,
  perSecond: driven.answers / driven.seconds,
  serverCpuSec: difference(before.serverCpuSec, after.serverCpuSec),
  generatorCpuSec:
    (after.own.user + after.own.system - before.own.user - before.own.system) / 1_000_000,
  connectionsOpened: difference(before.opened, after.opened),
  machineBusyShare: busyShare(),
};
process.stdout.write(`${JSON.stringify(report)}\n`);
process.exit(0);

function difference(start: number | null, end: number | null): number | null {
  return start === null || end === null ? null : end - start;
}

function busyShare(): number | null {
  if (before.machine === null || after.machine === null) return null;
  const all = after.machine.all - before.machine.all;
  return all === 0 ? null : 1 - (after.machine.idle - before.machine.idle) / all;
}
