/**
 * Loaded into a worker before its own code (`bun --preload`): appends a line to a file for every turn of the event
 * loop that came late, with what the process did in the meantime.
 */
import { heapSize } from 'bun:jsc';
import { appendFileSync, readFileSync } from 'node:fs';
import { STALL_MS_MIN, type Stall } from './stalls.ts';

const TICK_MS = 1;

/** Of the main thread, in ms: its CPU time, and the time it was ready to run and had no core. */
function scheduled(): { readonly cpuMs: number; readonly waitedMs: number } {
  const [cpuNs = 0, waitedNs = 0] = readFileSync('/proc/self/schedstat', 'utf8')
    .split(' ')
    .map(Number);
  return { cpuMs: cpuNs / 1e6, waitedMs: waitedNs / 1e6 };
}

const file = process.env.PARLEY_STALLS_FILE;
if (file !== undefined && process.argv.some((argument) => argument.endsWith('worker/process.ts'))) {
  let lastMs = performance.now();
  let last = scheduled();
  let lastHeap = heapSize();
  setInterval(() => {
    const nowMs = performance.now();
    const now = scheduled();
    // The size changes when a collection ends, and at no other time.
    const heap = heapSize();
    const lateMs = nowMs - lastMs - TICK_MS;
    if (lateMs > STALL_MS_MIN) {
      const stall: Stall = {
        atMs: Math.round(nowMs),
        lateMs,
        cpuMs: now.cpuMs - last.cpuMs,
        waitedMs: now.waitedMs - last.waitedMs,
        isCollected: heap !== lastHeap,
      };
      appendFileSync(file, `${JSON.stringify(stall)}\n`);
    }
    lastMs = performance.now();
    last = now;
    lastHeap = heap;
  }, TICK_MS).unref();
}
