/**
 * Preloaded into a server: writes again and again how large the heap of this process is, to a file of its own. A
 * process that never collects garbage tells by it what it has allocated.
 */
import { writeFileSync } from 'node:fs';

const EVERY_MS = 100;

const folder = process.env.PARLEY_HEAP_FOLDER;
if (folder !== undefined) {
  const file = `${folder}/${process.pid}`;
  const write = () => writeFileSync(file, String(process.memoryUsage().heapTotal));
  setInterval(write, EVERY_MS).unref();
}
