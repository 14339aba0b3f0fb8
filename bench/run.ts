/** `npm run bench -- [scenario …] [options]`; `--help` tells them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { formatVerdicts, judgeAims, type Verdict } from './aims.ts';
import { FULL, SHORT } from './measure/pace.ts';
import { stopAll } from './measure/processes.ts';
import { readOptions } from './options.ts';
import type { Row } from './rows.ts';
import { SCENARIOS } from './scenarios/all.ts';
import type { Scenario } from './scenarios/scenario.ts';
import { compareWith, removeFolders } from './servers.ts';
import { formatTables } from './table.ts';

const options = readOptions(process.argv.slice(2));
if (typeof options === 'string') {
  process.stderr.write(options);
  process.exit(2);
}
const say = (text: string) => process.stdout.write(text);

async function leave(code: number): Promise<never> {
  await stopAll();
  removeFolders();
  process.exit(code);
}
process.once('SIGINT', () => leave(1));
process.once('SIGTERM', () => leave(1));

const { isShort, rounds, other } = options;
const usual = isShort ? SHORT : FULL;
const pace = rounds === undefined ? usual : { ...usual, rounds, specRounds: rounds };
if (other !== undefined) compareWith(other);
const rows: Row[] = [];
const aims: Verdict[] = [];
try {
  for (const name of options.scenarios) {
    const scenario: Scenario = SCENARIOS[name];
    say(`${name}: ${scenario.summary} …\n`);
    const found = await scenario.run(pace);
    rows.push(...found);
    // At once: a later one may take long, or fail.
    say(`\n${formatTables(found)}\n`);
    aims.push(...judgeAims(name, scenario.aims ?? [], found, isShort));
    await stopAll();
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  await leave(1);
}

const [cpu] = cpus();
const machine = { cores: cpus().length, model: cpu?.model ?? 'unknown', bun: Bun.version };
say(`\n${machine.cores} cores, Bun ${machine.bun}; server and load generator share them.\n`);
if (isShort) say('Short form: it shows that the benchmarks work; its figures mean nothing.\n');
say(`\n${formatVerdicts(aims)}`);
mkdirSync(dirname(options.jsonFile), { recursive: true });
const results = { at: new Date().toISOString(), isShort, machine, other, rows, aims };
writeFileSync(options.jsonFile, `${JSON.stringify(results, null, 2)}\n`);
say(`\nwritten to ${options.jsonFile}\n`);
await leave(0);
