/** A thread that paints: the work may be one long statement of the database, during which its own thread does nothing else. */
import { writeSync } from 'node:fs';
import { type PainterLock, paintLocked } from './painter-lock.ts';
import { progressLine, type Stage } from './progress-line.ts';

/** The first message; all others are stages. */
export type PainterOrder = { readonly lock: PainterLock; readonly columns: number };

declare const self: Worker;

const STDERR = 2;
const QUIET_MS = 1000;
const PAINT_EVERY_MS = 200;

let stage: Stage | undefined;

self.onmessage = ({ data }: MessageEvent<PainterOrder>) => {
  self.onmessage = (next: MessageEvent<Stage>) => {
    stage = next.data;
  };
  const startMs = performance.now();
  setInterval(() => {
    const tookMs = performance.now() - startMs;
    if (stage === undefined || tookMs < QUIET_MS) return;
    const line = progressLine(stage, tookMs, data.columns);
    paintLocked(data.lock, () => writeSync(STDERR, `\r${line}\x1b[K`));
  }, PAINT_EVERY_MS);
};
