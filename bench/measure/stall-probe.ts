/**
 * Loaded into a worker before its own code (`bun --preload`): appends a line to a file for every turn of the event
 * loop that came late, with what the process did in the meantime.
 */
import { heapSize } from 'bun:jsc';
import { appendFileSync, openSync, readSync } from 'node:fs';
import { STALL_MS_MIN, type Stall } from './stalls.ts';

const TICK_MS = 1;

/** Of the main thread, in ms: its CPU time, and the time it was ready to run and had no core. */
function scheduled(): { readonly cpuMs: number; readonly waitedMs: number } {
  // Into the same buffer each time: the probe must not be the cause of the collections that it finds.
  const length = readSync(schedstat, buffer, 0, buffer.length, 0);
  const text = buffer.toString('latin1', 0, length);
  const first = text.indexOf(' ');
  const cpuMs = Number(text.slice(0, first)) / 1e6;
  const waitedMs = Number(text.slice(first + 1, text.indexOf(' ', first + 1))) / 1e6;
  return { cpuMs, waitedMs };
}

const schedstat = openSync('/proc/self/schedstat', 'r');
const buffer = Buffer.alloc(100);

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
