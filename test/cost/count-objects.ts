import { heapStats } from 'bun:jsc';
import { bodiesOf } from '../../bench/demand/requests.ts';
import { FRESH_DIGITS } from '../../bench/load/job.ts';
import { createEmbedded } from './embedded.ts';

/** Prints what a request makes, in a process that never collects garbage: `{ objects, kB, bids }`. */

const BATCH = 32;
const WARM_UP = 20;
const COUNTED = 40;

const bodies = bodiesOf();
let sent = 0;
const batch = () =>
  Array.from({ length: BATCH }, () => {
    const digits = String(sent).padStart(FRESH_DIGITS.length, '0');
    return (bodies[sent++ % bodies.length] ?? '').replaceAll(FRESH_DIGITS, digits);
  });

const embedded = await createEmbedded();
for (let count = 0; count < WARM_UP; count++) await embedded.serve(batch());

const batches = Array.from({ length: COUNTED }, batch);
const objectsNow = () =>
  Object.values(heapStats().objectTypeCounts).reduce((sum, count) => sum + count, 0);
const before = { objects: objectsNow(), bytes: process.memoryUsage().heapTotal };
let bids = 0;
for (const one of batches) {
  for (const outcome of await embedded.serve(one)) if (typeof outcome === 'string') bids++;
}
const bytes = process.memoryUsage().heapTotal - before.bytes;
const objects = objectsNow() - before.objects;
const requests = COUNTED * BATCH;
const figures = { objects: objects / requests, kB: bytes / 1024 / requests, bids: bids / requests };
process.stdout.write(JSON.stringify(figures));
process.exit(0);
