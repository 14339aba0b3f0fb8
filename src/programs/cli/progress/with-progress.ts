import { writeSync } from 'node:fs';
import type { TellProgress } from '../../../lib/tell-progress.ts';
import type { PainterOrder } from './painter.ts';
import { PAINTER_FILE } from './painter-file.ts';
import { createPainterLock, endPainting } from './painter-lock.ts';
import type { Stage } from './progress-line.ts';

const STDERR = 2;

/** Between two messages to the painter, which paints less often. A work may tell of each of a million steps. */
const TELL_EVERY_MS = 100;

/** Of terminals that do not say. */
const COLUMNS_DEFAULT = 80;

/** How far the work is, in a line of the terminal from its second second on. Nobody reads it in a pipe or in CI. */
export async function withProgress<T>(
  doing: string,
  work: (tell: TellProgress) => T | Promise<T>,
): Promise<T> {
  if (!process.stderr.isTTY || process.env.CI || process.env.TERM === 'dumb') {
    return work(() => undefined);
  }
  const lock = createPainterLock();
  const painter = new Worker(PAINTER_FILE);
  painter.unref();
  const order: PainterOrder = { lock, columns: process.stderr.columns || COLUMNS_DEFAULT };
  painter.postMessage(order);
  let told: Stage & { readonly atMs: number } = { doing, atMs: performance.now() };
  painter.postMessage(told);
  const tell: TellProgress = (now, done, total) => {
    const atMs = performance.now();
    if (now === told.doing && atMs - told.atMs < TELL_EVERY_MS) return;
    told = { doing: now, done, total, atMs };
    painter.postMessage(told);
  };
  try {
    return await work(tell);
  } finally {
    if (endPainting(lock)) writeSync(STDERR, '\r\x1b[K');
    painter.terminate();
  }
}
