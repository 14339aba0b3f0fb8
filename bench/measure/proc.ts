import { readdirSync, readFileSync } from 'node:fs';

/** What Linux tells about processes under /proc. Elsewhere there is `null` for an answer. */

/** The unit of times under /proc: a hundredth of a second, on every Linux there is. */
const TICKS_PER_SECOND = 100;

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** The fields of /proc/<pid>/stat from the third on: the second is a name that may hold blanks and brackets. */
function statFields(pid: number): readonly string[] | undefined {
  const text = read(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

const PARENT = 1;
const USER_TICKS = 11;
const SYSTEM_TICKS = 12;

/** A process and its descendants. */
export function processTree(root: number): readonly number[] {
  const childrenOf = new Map<number, number[]>();
  for (const name of listProcesses()) {
    const pid = Number(name);
    const parent = Number(statFields(pid)?.[PARENT] ?? Number.NaN);
    childrenOf.set(parent, [...(childrenOf.get(parent) ?? []), pid]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(childrenOf.get(pid) ?? []));
  return tree;
}

function listProcesses(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

export function cpuSecondsOf(pids: readonly number[]): number | null {
  let ticks: number | null = null;
  for (const pid of pids) {
    const fields = statFields(pid);
    if (fields === undefined) continue;
    ticks = (ticks ?? 0) + Number(fields[USER_TICKS]) + Number(fields[SYSTEM_TICKS]);
  }
  return ticks === null ? null : ticks / TICKS_PER_SECOND;
}

export function residentMegabytesOf(pids: readonly number[]): number | null {
  let kilobytes: number | null = null;
  for (const pid of pids) {
    const line = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`) ?? '');
    if (line !== null) kilobytes = (kilobytes ?? 0) + Number(line[1]);
  }
  return kilobytes === null ? null : kilobytes / 1024;
}

/** Connections that this machine has opened to anyone since it started. */
export function connectionsOpened(): number | null {
  const lines =
    read('/proc/net/snmp')
      ?.split('\n')
      .filter((line) => line.startsWith('Tcp:')) ?? [];
  const [names = [], values = []] = lines.map((line) => line.split(' '));
  const opened = Number(values[names.indexOf('ActiveOpens')]);
  return Number.isFinite(opened) ? opened : null;
}

/** The time of all cores together, in no unit of interest: for shares of it. */
export function machineTime(): { readonly all: number; readonly idle: number } | null {
  const line = read('/proc/stat')?.split('\n')[0];
  if (line === undefined) return null;
  // user nice system idle iowait irq softirq steal; the guest times that follow are in `user` already.
  const times = line.trim().split(/\s+/).slice(1, 9).map(Number);
  const idle = (times[3] ?? 0) + (times[4] ?? 0);
  return { all: times.reduce((sum, time) => sum + time, 0), idle };
}
