/** Runs inside the marked copy of a project: notes every block of code the first time it runs in a process. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = join(import.meta.dir, 'hits.log');
const noted = new Set<string>();

export function hit(block: string): void {
  if (noted.has(block)) return;
  noted.add(block);
  // At once: tests kill their processes.
  appendFileSync(FILE, `${block}\n`);
}
