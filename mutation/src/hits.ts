/** Runs inside the marked copy of a project: notes every block of code the first time it runs in a test file. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const LOG = join(import.meta.dir, 'hits.log');
/** Tells the processes that a test starts which test they belong to. */
const CURRENT = join(import.meta.dir, 'current-test');

const noted = new Set<string>();
let test = existsSync(CURRENT) ? readFileSync(CURRENT, 'utf8') : '';
let phase: 'load' | 'run' = 'run';

/** Before a test file loads what it imports. */
export function begin(file: string): void {
  test = file;
  phase = 'load';
  noted.clear();
  writeFileSync(CURRENT, file);
  note('begin', String(Date.now()));
}

/** When a test file has loaded what it imports. */
export function loaded(): void {
  phase = 'run';
}

export function hit(block: string): void {
  if (noted.has(block)) return;
  noted.add(block);
  note(phase, block);
}

/** At once: tests kill their processes. */
function note(kind: string, value: string): void {
  appendFileSync(LOG, `${kind}\t${test}\t${value}\n`);
}
