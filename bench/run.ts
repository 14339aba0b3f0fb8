/** `npm run bench -- [scenario …] [--short] [--profile] [--json <file>]` */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { FULL, SHORT } from './measure/pace.ts';
import { stopAll } from './measure/processes.ts';
import { readOptions } from './options.ts';
import type { Row } from './rows.ts';
import { SCENARIOS } from './scenarios/all.ts';
import { removeFolders } from './servers.ts';
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

const pace = options.isShort ? SHORT : FULL;
const rows: Row[] = [];
try {
  for (const name of options.scenarios) {
    const scenario = SCENARIOS[name];
    say(`${name}: ${scenario.summary} …\n`);
    rows.push(...(await scenario.run(pace)));
    await stopAll();
  }
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  await leave(1);
}

const [cpu] = cpus();
const machine = { cores: cpus().length, model: cpu?.model ?? 'unknown', bun: Bun.version };
say(`\n${machine.cores} cores, Bun ${machine.bun}; server and load generator share them.\n`);
if (options.isShort)
  say('Short form: it shows that the benchmarks work; its figures mean nothing.\n');
say(`\n${formatTables(rows)}`);
mkdirSync(dirname(options.jsonFile), { recursive: true });
const results = { at: new Date().toISOString(), isShort: options.isShort, machine, rows };
writeFileSync(options.jsonFile, `${JSON.stringify(results, null, 2)}\n`);
say(`\nwritten to ${options.jsonFile}\n`);
await leave(0);
