/** `npm run mutate -- src/auction`: changes one thing of the code at a time and reports what no test notices. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readEquivalents } from './choose-mutants.ts';
import { type Listener, mutate } from './mutate.ts';
import { type Options, readOptions, USAGE } from './options.ts';
import { type Judged, lastLine, survivorLine, tableOf } from './report.ts';
import { compiles } from './run-tests.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

/** `npm run` runs it in the root of the project. */
const ROOT = process.cwd();
/** Shared by the checkouts of one machine: a baseline is found by the content of its files. */
const CACHE = join(tmpdir(), 'parley-mutation-baselines');
const PROGRESS_EVERY = 10;

const out = (line: string) => process.stdout.write(`${line}\n`);
const note = (line: string) => process.stderr.write(`${line}\n`);

/** For a run that is interrupted. */
const judgedSoFar: Judged[] = [];

const listener: Listener = {
  judged(mutant, done, of) {
    judgedSoFar.push(mutant);
    if (mutant.verdict.status === 'survived') out(survivorLine(mutant));
    if (done % PROGRESS_EVERY === 0) note(`${done} of ${of} mutants`);
  },
  failing: (test) => note(`${test} fails without any mutation and is left out`),
  stale: ({ file, source, change }) =>
    note(`equivalent.json: nothing matches ${change} in: ${source} (${file}); remove the entry`),
};

function optionsOrUsage(): Options {
  try {
    return readOptions(process.argv.slice(2), ROOT);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}

const options = optionsOrUsage();
const sandboxes: Sandbox[] = [];
const newSandbox = () => {
  const sandbox = createSandbox(ROOT);
  sandboxes.push(sandbox);
  return sandbox;
};
const tidyUp = () => {
  for (const sandbox of sandboxes.splice(0)) sandbox.remove();
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    out(`\n${tableOf(judgedSoFar)}\n\ninterrupted; ${lastLine(judgedSoFar)}`);
    tidyUp();
    process.exit(130);
  });
}

try {
  const equivalents = readEquivalents(join(import.meta.dir, '../equivalent.json'));
  const judged = await mutate(
    { root: ROOT, options, equivalents, cacheFolder: CACHE, newSandbox, compiles },
    listener,
  );
  out(`\n${tableOf(judged)}\n\n${lastLine(judged)}`);
} catch (error) {
  note((error as Error).message);
  process.exitCode = 2;
} finally {
  tidyUp();
  // Baselines of tests that no mutant needed may still be measured, in copies that are gone now.
  process.stdout.write('', () => process.exit());
}
