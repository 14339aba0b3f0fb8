import { writeSync } from 'node:fs';
import type { TellProgress } from '../../ledger/backup.ts';

const STDERR = 2;

/** A work may tell of each of a million steps. */
const PAINT_EVERY_MS = 100;

/** Of terminals that do not say. */
const COLUMNS_DEFAULT = 80;

/** What the work does, in a line of the terminal that is gone once it is done. Nobody reads it in a pipe or in CI. */
export async function withProgress<T>(
  doing: string,
  work: (tell: TellProgress) => T | Promise<T>,
): Promise<T> {
  if (!process.stderr.isTTY || process.env.CI || process.env.TERM === 'dumb') {
    return work(() => undefined);
  }
  // The last column stays free, where some terminals would wrap.
  const width = (process.stderr.columns || COLUMNS_DEFAULT) - 1;
  let painted = { doing: '', atMs: 0 };
  const tell: TellProgress = (now, done, total) => {
    const atMs = performance.now();
    if (now === painted.doing && atMs - painted.atMs < PAINT_EVERY_MS) return;
    painted = { doing: now, atMs };
    const figures = [done, total].flatMap((value) => value?.toLocaleString('en-US') ?? []);
    const line = figures.length === 0 ? `${now} …` : `${now}: ${figures.join(' of ')}`;
    writeSync(STDERR, `\r${line.slice(0, width)}\x1b[K`);
  };
  tell(doing);
  try {
    return await work(tell);
  } finally {
    writeSync(STDERR, '\r\x1b[K');
  }
}
