import { dirname, join } from 'node:path';
import type { PartnerConfig } from '../../src/demand/kinds.ts';
import { prepareSchema } from '../../src/ledger/open-schema.ts';
import { insertAll } from '../../src/lib/sql/bulk.ts';
import { openDatabase } from '../../src/lib/sql/database.ts';
import { NO_ACCESS, type PublisherDefinition } from '../../src/store/account-kinds.ts';
import { bodiesOf } from '../demand/requests.ts';
import { cpuUsOf, notesOn, present, ratioOf, throughputFigures } from '../measure/figures.ts';
import { measureInRounds, type Pace } from '../measure/rounds.ts';
import { measureStarts, startFigures } from '../measure/starts.ts';
import type { Row } from '../rows.ts';
import { type ParleyServer, prepare, startInProcess, startMockDsp } from '../servers.ts';

const PUBLISHERS = 10_000;
const PARTNERS = 200;
const ASKED = 3;

/** The CPU of both is close, so that few rounds say nothing. */
const CPU_ROUNDS = 4;

/** The same publishers and partners in a file and in the store: a start, memory, and the CPU of an auction. */
export async function accounts(pace: Pace): Promise<readonly Row[]> {
  const publishers = manyPublishers();
  const partners = await manyPartners();
  const ways = [
    {
      workers: 1,
      partners,
      more: { publishers },
      begin: async (server: ParleyServer) => {
        for (const { name } of partners.slice(ASKED)) await pause(server, name);
      },
    },
    {
      workers: 1,
      partners: [],
      prepare: (file: string) => fillStore(file, publishers, partners),
    },
  ];
  const bodies = bodiesOf({ anyFormat: true });
  const starts = await measureStarts(await Promise.all(ways.map(prepare)), bodies, pace);
  const servers = [];
  for (const way of ways) servers.push(await startInProcess(way));
  // There and back: what is measured later in a round has no disadvantage.
  const cases = [...servers, ...servers.toReversed()].map((server) => ({ server, bodies }));
  const rounds = CPU_ROUNDS * pace.rounds;
  const [file = [], store = [], storeAgain = [], fileAgain = []] = await measureInRounds(cases, {
    ...pace,
    rounds,
  });
  const first = [...file, ...fileAgain];
  return [first, [...store, ...storeAgain]].map((reports, place): Row => {
    const cpuToFirst = place === 0 ? undefined : ratioOf(reports, first, cpuUsOf);
    return {
      name: place === 0 ? 'in a file' : 'in the store',
      figures: {
        ...throughputFigures(reports),
        ...present({ cpuToFirst }),
        ...startFigures(starts[place] ?? [], starts[0]),
      },
      notes: notesOn(reports, 1),
    };
  });
}

async function pause({ adminPort }: ParleyServer, partner: string): Promise<void> {
  const url = `http://127.0.0.1:${adminPort}/api/partners/${partner}/state`;
  const body = JSON.stringify({ state: 'paused' });
  const { status } = await fetch(url, { method: 'POST', body });
  if (status !== 200) throw new Error(`${partner} could not be paused: ${status}`);
}

/** The last of them sends the requests. */
function manyPublishers(): readonly PublisherDefinition[] {
  const { site } = JSON.parse(bodiesOf()[0] ?? '{}') as { site?: { publisher?: { id?: string } } };
  return Array.from({ length: PUBLISHERS }, (_, index) => ({
    id: index === PUBLISHERS - 1 ? (site?.publisher?.id ?? 'pub-1') : `publisher-${index}`,
    share: 0.8,
    floors: { default: 0.1 },
    blockedDomains: [`blocked-${index}.example`, 'casino.example'],
    blockedCategories: ['IAB25', 'IAB26'],
    seller: { name: `Publisher ${index}`, domain: `p${index}.example`, type: 'publisher' as const },
  }));
}

async function manyPartners(): Promise<readonly PartnerConfig[]> {
  const url = await startMockDsp('1-2');
  return Array.from({ length: PARTNERS }, (_, index) => ({
    name: `dsp-${index}`,
    kind: 'openrtb' as const,
    url,
    qpsMax: 1_000_000,
  }));
}

/** Of another commit too, whose tables have to be these. */
async function fillStore(
  configFile: string,
  publishers: readonly PublisherDefinition[],
  partners: readonly PartnerConfig[],
): Promise<void> {
  const file = join(dirname(configFile), 'data', 'parley.db');
  await Bun.write(join(dirname(configFile), 'data', '.made'), '');
  const database = await openDatabase({ kind: 'sqlite', file });
  const fault = await prepareSchema(database);
  if (fault !== undefined) throw new Error(fault.reason);
  const records = [
    ...publishers.map((one) => ['publisher', one.id, 'active', one, NO_ACCESS] as const),
    ...partners.map((one, index) => {
      const state = index < ASKED ? 'active' : 'paused';
      return ['partner', one.name, state, one, null] as const;
    }),
  ];
  const rows = records.map(([kind, id, state, definition, kept], index) => {
    const texts = [JSON.stringify(definition), JSON.stringify(kept)];
    return [kind, id, state, ...texts, index + 1, 1, 1, 'bench'];
  });
  await database.transaction(async (query) => {
    await insertAll(
      query,
      rows,
      (values) =>
        `insert into records (kind, id, state, definition, kept, revision, created_ms, changed_ms, changed_by)
         values ${values}`,
    );
    await query('update store_turn set revision = $1', [rows.length]);
  });
  await database.close();
}
