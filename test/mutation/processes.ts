import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * Kills every process that was started with this folder in its command or its environment. Tests start servers
 * in process groups of their own, and a test process that is killed cannot end them itself.
 */
export function endProcessesOf(folder: string): void {
  if (!existsSync('/proc/self/environ')) return;
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    if (['cmdline', 'environ'].some((file) => readOf(pid, file).includes(folder))) kill(pid);
  }
}

/** Empty for a process that has ended or belongs to somebody else. */
function readOf(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

/** Kills a process, or with a negative number a group of them, if it is still there. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
