import { command, type Fail, noArguments } from '../../host/command/command.ts';
import { misfit, readDomain } from '../../host/command/option-values.ts';
import { withProgress } from '../../host/command/progress.ts';
import { withLedger } from '../../host/command/with-ledger.ts';
import type { Config } from '../../host/config/config.ts';
import { configRecords } from '../../host/config/config-records.ts';
import { readSamples } from '../../ledger/samples/request-samples.ts';
import { DAY_MS } from '../../lib/day.ts';
import { fromMicros, toMicros } from '../../lib/money.ts';
import type { Database } from '../../lib/sql/database.ts';
import { atOnce } from '../../lib/steps.ts';
import { textTable } from '../../lib/text-table.ts';
import { PARTNER } from '../../store/account-kinds.ts';
import { readRecords } from '../../store/records.ts';
import { replayTermsOf } from './replay-auction.ts';
import {
  ANY_PUBLISHER,
  type Changes,
  type ReplayedChanges,
  replayChanges,
  type SoldBoth,
} from './what-if.ts';

const HELP = `What another floor, block or partner would have changed, from the sampled requests of this folder's config

Usage: parley replay [options]

  --floor <publisher=cpm>   this floor instead of the publisher's, in USD; * is every other publisher;
                            may be given for several publishers
  --block <domain>          no ads of this advertiser; may be given several times
  --without <partner>       without this partner; may be given several times
  --samples <number>        how many sampled requests are replayed at most (20000)
  --help                    this text

Each sampled request is auctioned again with the bids that came for it: once by the rules of the config,
once with the changes. Partners that would bid otherwise under other rules are not foreseen.
`;

const SAMPLES_DEFAULT = 20_000;
const SAMPLES_MAX = 100_000;

/** Of all texts: half a gigabyte of memory. */
const UNITS_MAX = 256 * 1024 ** 2;

type ReplayCommand = Changes & { readonly samplesMax: number };

/** `parley replay`: reads the ledger, also while a server writes to it. */
export const replay = command({
  name: 'replay',
  help: HELP,
  options: {
    floor: { type: 'string', multiple: true, default: [] },
    block: { type: 'string', multiple: true, default: [] },
    without: { type: 'string', multiple: true, default: [] },
    samples: { type: 'string', default: String(SAMPLES_DEFAULT) },
  },
  read(values, positionals): ReplayCommand {
    noArguments(positionals);
    const samplesMax = Number(values.samples);
    if (!Number.isInteger(samplesMax) || samplesMax < 1 || samplesMax > SAMPLES_MAX) {
      throw misfit('samples', `an integer from 1 to ${SAMPLES_MAX}`, values.samples);
    }
    const { floor, block, without } = values;
    if (floor.length + block.length + without.length === 0) {
      throw new Error('expected at least one change: --floor, --block or --without');
    }
    return {
      floors: new Map(floor.map(readFloor)),
      blockedDomains: block.map((text) => readDomain('block', text).toLowerCase()),
      without: new Set(without),
      samplesMax,
    };
  },
  run: (asked, fail) =>
    withLedger(fail, (database, config) => print(database, config, asked, fail)),
});

async function print(
  database: Database,
  config: Config,
  asked: ReplayCommand,
  fail: Fail,
): Promise<void> {
  const records = await readRecords(
    database.query,
    configRecords({ config, campaigns: new Map(), file: undefined }),
  );
  const unknown = [...asked.without].find((name) => records.get(PARTNER, name) === undefined);
  if (unknown !== undefined) return fail(`neither config nor store has a partner "${unknown}"`, 1);
  const terms = replayTermsOf(config, records, Math.random);
  const { replayed, ...set } = await withProgress('reading the samples', async (tell) => {
    const read = await readSamples(database, { count: asked.samplesMax, units: UNITS_MAX });
    const steps = replayChanges(read.samples, asked, terms);
    const afterStep = (count: number) => tell('replaying samples', count, read.samples.length);
    return { ...read, replayed: atOnce(steps, afterStep) };
  });
  if (set.firstMs === undefined) return fail(NO_SAMPLES, 1);
  const days = Math.max(1, (Date.now() - set.firstMs) / DAY_MS);
  process.stdout.write(tableOf(replayed, set.requests, days));
  for (const words of unmet(asked, replayed)) process.stderr.write(`${words}\n`);
}

const NO_SAMPLES =
  'no requests are sampled yet: they come with traffic, unless ledger.sampleDays is 0';

/** Changes of what no sample has: a name that was mistyped would look like a change without effect. */
function unmet({ floors }: Changes, { publishers }: ReplayedChanges): readonly string[] {
  return [...floors.keys()]
    .filter((name) => name !== ANY_PUBLISHER && !publishers.has(name))
    .map((name) => `no sampled request of publisher "${name}" is sold, with or without its floor`);
}

/** Figures of one day. */
function tableOf(replayed: ReplayedChanges, requests: number, days: number): string {
  const perDay = replayed.requests === 0 ? 0 : requests / replayed.requests / days;
  const rows = [
    ['', 'Sold', 'then', '', 'Revenue', 'then', ''],
    ...[...replayed.publishers].sort(byBefore).map(([name, both]) => {
      return rowOf(`publisher ${name || '(none)'}`, both, perDay);
    }),
    ...[...replayed.partners].sort(byBefore).map(([name, both]) => {
      return rowOf(`partner ${name}`, both, perDay);
    }),
    rowOf('in all', replayed.total, perDay),
  ];
  const lines = textTable(rows, 1);
  const { samples } = replayed;
  return `A day, from ${samples} sampled requests that stand for ${Math.round(requests)} of ${spanWords(days)}

${lines.join('\n')}
`;
}

function spanWords(days: number): string {
  return days <= 1 ? 'one day or less' : `${Math.round(days * 10) / 10} days`;
}

function byBefore([, a]: readonly [string, SoldBoth], [, b]: readonly [string, SoldBoth]): number {
  return b.before.micros - a.before.micros;
}

function rowOf(name: string, { before, after }: SoldBoth, perDay: number): readonly string[] {
  const usd = (micros: number) => `$${fromMicros(micros * perDay).toFixed(2)}`;
  const count = (impressions: number) => String(Math.round(impressions * perDay));
  return [
    name,
    count(before.impressions),
    count(after.impressions),
    changeWords(before.impressions, after.impressions),
    usd(before.micros),
    usd(after.micros),
    changeWords(before.micros, after.micros),
  ];
}

function changeWords(before: number, after: number): string {
  if (before === after) return '=';
  if (before === 0) return 'new';
  const percent = (100 * (after - before)) / before;
  return `${percent > 0 ? '+' : ''}${percent.toFixed(1)} %`;
}

const CPM_MAX = 1000;

function readFloor(text: string): readonly [string, number] {
  const at = text.lastIndexOf('=');
  const cpm = Number(text.slice(at + 1));
  const isPrice = /^\d+(?:\.\d+)?$/.test(text.slice(at + 1)) && cpm <= CPM_MAX;
  if (at > 0 && isPrice) return [text.slice(0, at), toMicros(cpm)];
  throw misfit('floor', `a publisher and a CPM like pub-1=1.20, or ${ANY_PUBLISHER}=1.20`, text);
}
