import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findExpensive, serveInFlow } from './expensive.ts';
import type { ExpensiveInput } from './expensive-input.ts';

/** Inputs that were too expensive once, as files; `kept.test.ts` does not send them, since it measures nothing. */
export const KEPT_EXPENSIVE = join(import.meta.dir, 'kept-expensive');

const BATCH = 20;

/** Searches for so long, and keeps what it finds. */
export async function searchExpensive(options: {
  readonly seed: number;
  readonly forMs: number;
  readonly countMax: number;
}): Promise<{ readonly sent: number; readonly findings: number }> {
  const endMs = performance.now() + options.forMs;
  let [sent, findings] = [0, 0];
  for (let batch = 0; performance.now() < endMs && findings < options.countMax; batch++) {
    const seed = options.seed + batch;
    const finding = await findExpensive({ serve: serveInFlow, seed, inputs: BATCH });
    sent += BATCH;
    if (finding === undefined) continue;
    findings++;
    const name = keepExpensive(finding.input, finding.why);
    process.stderr.write(`seed ${seed}: ${name}: ${finding.why}\n`);
  }
  return { sent, findings };
}

export function keepExpensive(
  input: ExpensiveInput,
  why: string,
  folder: string = KEPT_EXPENSIVE,
): string {
  const name = `${Bun.hash(JSON.stringify(input)).toString(16)}.json`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `${JSON.stringify({ why, ...input }, null, 2)}\n`);
  return name;
}
