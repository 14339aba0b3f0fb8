/** `npm run bench -- <scenario …> [options]`; `--help` tells them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { stopAll } from './measure/processes.ts';
import type { Pace } from './measure/rounds.ts';
import { formatTable, type Row } from './rows.ts';
import { endpoint, noPartner } from './scenarios/endpoint.ts';
import { growth } from './scenarios/growth.ts';
import { latency } from './scenarios/latency.ts';
import { notices } from './scenarios/notices.ts';
import { partners } from './scenarios/partners.ts';
import { spec } from './scenarios/spec.ts';
import { start } from './scenarios/start.ts';
import { compareWith, removeFolders } from './servers.ts';

/** Each starts what it needs; whoever runs it stops everything afterwards. */
type Scenario = {
  readonly what: string;
  readonly run: (pace: Pace) => Promise<readonly Row[]>;
};

const SCENARIOS: Readonly<Record<string, Scenario>> = {
  endpoint: { what: 'CPU and rate with embedded demand, one worker and two', run: endpoint },
  'no-partner': { what: 'CPU and rate with nobody to ask', run: noPartner },
  partners: { what: 'with 1, 3 and 10 mock DSPs over HTTP, fresh ads', run: partners },
  latency: { what: 'at 25, 50, 75 and 90 % of the rate that one worker holds', run: latency },
  spec: { what: '10,000 requests a second for a minute on two workers', run: spec },
  notices: { what: 'notices a second, and bidding beside them', run: notices },
  growth: { what: 'CPU with more campaigns, impressions and bytes', run: growth },
  start: { what: 'time of a start, and memory at full load', run: start },
};

const FULL: Pace = {
  firstMs: 5000,
  firstAnswers: 20_000,
  warmUpMs: 300,
  measureMs: 1500,
  rounds: 5,
  specMs: 60_000,
  specRounds: 1,
};

const SHORT: Pace = {
  firstMs: 100,
  firstAnswers: 0,
  warmUpMs: 50,
  measureMs: 200,
  rounds: 1,
  specMs: 500,
  specRounds: 1,
};

const HELP = `Usage: npm run bench -- <scenario …> [options]

${Object.entries(SCENARIOS)
  .map(([name, { what }]) => `  ${name.padEnd(12)} ${what}`)
  .join('\n')}
  all

  --rounds <n>       so many rounds, of a minute each in \`spec\`
  --beside <commit>  servers of that commit, or of another checkout, in turns with these; rows have their ratio to them
  --json <file>      writes the figures there too
  --short            a few hundred milliseconds each: shows that it works, not how fast it is
`;

const say = (text: string) => process.stdout.write(text);

async function leave(code: number): Promise<never> {
  await stopAll();
  removeFolders();
  process.exit(code);
}
process.once('SIGINT', () => leave(1));
process.once('SIGTERM', () => leave(1));

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string' },
      beside: { type: 'string' },
      json: { type: 'string' },
      short: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help || positionals.length === 0) return void say(HELP);
  const names = positionals.includes('all') ? Object.keys(SCENARIOS) : positionals;
  const unknown = names.filter((name) => !Object.hasOwn(SCENARIOS, name));
  if (unknown.length > 0) throw new Error(`There is no scenario "${unknown}".\n\n${HELP}`);
  const rounds = Number(values.rounds ?? 1);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error('--rounds takes a number from 1.');
  const usual = values.short ? SHORT : FULL;
  const pace = values.rounds === undefined ? usual : { ...usual, rounds, specRounds: rounds };
  if (values.beside !== undefined) compareWith(values.beside);

  const results: Record<string, readonly Row[]> = {};
  for (const name of names) {
    const { what, run } = SCENARIOS[name] as Scenario;
    say(`${name}: ${what} …\n`);
    const rows = await run(pace);
    results[name] = rows;
    // At once: a later one may take long, or fail.
    say(`\n${formatTable(name, rows)}\n`);
    await stopAll();
  }
  const [cpu] = cpus();
  const machine = { cores: cpus().length, model: cpu?.model ?? 'unknown', bun: Bun.version };
  say(`${machine.cores} cores, Bun ${machine.bun}; server and load generator share them.\n`);
  if (values.json === undefined) return;
  mkdirSync(dirname(values.json), { recursive: true });
  const at = new Date().toISOString();
  const all = { at, isShort: values.short, machine, beside: values.beside, results };
  writeFileSync(values.json, `${JSON.stringify(all, null, 2)}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  await leave(1);
}
await leave(0);
