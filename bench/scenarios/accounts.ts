import { dirname, join } from 'node:path';
import type { PartnerConfig } from '../../src/demand/kinds.ts';
import { openDatabase } from '../../src/ledger/database.ts';
import { prepareSchema } from '../../src/ledger/open-schema.ts';
import { PARTNER_TABLE, PUBLISHER_TABLE } from '../../src/store/account-table.ts';
import { NO_ACCESS, type PublisherDefinition } from '../../src/store/stored-account.ts';
import type { Report } from '../load/job.ts';
import { runLoad } from '../load/run-load.ts';
import {
  cpuUsOf,
  median,
  medianRatio,
  notesOn,
  present,
  throughputFigures,
} from '../measure/figures.ts';
import type { Pace } from '../measure/pace.ts';
import { processTree, residentMegabytesOf } from '../measure/proc.ts';
import { jobFor, measureInRounds } from '../measure/rounds.ts';
import { bodiesOf } from '../requests.ts';
import type { Row } from '../rows.ts';
import { type ParleyServer, startInProcess, startMockDsp, startParley } from '../servers.ts';
import type { Scenario } from './scenario.ts';

const PUBLISHERS = 10_000;
const PARTNERS = 200;
const ASKED = 3;

/** The same publishers and partners in a file and in the store: a start, memory, and the CPU of an auction. */
export const accounts: Scenario = {
  summary: '10,000 publishers and 200 partners of the store beside those of a file, one worker',
  aims: [
    {
      what: 'CPU of an auction with publishers and partners of the store ÷ of a file',
      row: 'in the store',
      figure: 'cpuToFile',
      bound: ['≤', 1.05],
    },
  ],
  async run(pace) {
    const publishers = manyPublishers();
    const partners = await manyPartners();
    const options = { workers: 1, partners: [] } as const;
    const first = [
      await startInProcess({ ...options, partners, more: { publishers } }),
      await startInProcess({
        ...options,
        prepare: (file) => fillStore(file, publishers, partners),
      }),
    ];
    const files = first.map(({ configFile }) => configFile);
    for (const server of first) await server.stop();
    const starts: (readonly StartFigures[])[] = [];
    for (let round = 0; round < pace.rounds; round++) {
      const pair: StartFigures[] = [];
      for (const [index, file] of files.entries()) {
        const { server, ...figures } = await startOnce(file, index, partners, pace);
        pair.push(figures);
        await server.stop();
      }
      starts.push(pair);
    }
    const servers = [];
    for (const [index, file] of files.entries()) {
      servers.push((await startOnce(file, index, partners, pace)).server);
    }
    // There and back: what is measured later in a round has no disadvantage.
    const cases = [...servers, ...servers.toReversed()].map((server) => ({
      server,
      bodies: BODIES,
    }));
    const [file = [], store = [], storeAgain = [], fileAgain = []] = await measureInRounds(cases, {
      ...pace,
      rounds: CPU_ROUNDS * pace.rounds,
    });
    const reports = [
      [...file, ...fileAgain],
      [...store, ...storeAgain],
    ];
    return ['in a file', 'in the store'].map(
      (name, index): Row => rowOf(name, index, starts, reports),
    );
  },
};

const BODIES = bodiesOf({ anyFormat: true });

/** The CPU of both is close, so that few rounds say nothing. */
const CPU_ROUNDS = 4;

type StartFigures = {
  readonly startMs: number;
  readonly supervisorMb: number;
  readonly workerMb: number;
};

/** A server of its own, so that the memory of both has the same age. Of a file, partners are paused by the admin port. */
async function startOnce(
  file: string,
  index: number,
  partners: readonly PartnerConfig[],
  pace: Pace,
): Promise<StartFigures & { readonly server: ParleyServer }> {
  const beganMs = performance.now();
  const server = await startParley(file, { workers: 1 });
  const startMs = performance.now() - beganMs;
  if (index === 0) for (const { name } of partners.slice(ASKED)) await pause(server, name);
  await runLoad(jobFor({ server, bodies: BODIES }, { warmUpMs: 0, measureMs: pace.firstMs }));
  const [supervisor = 0, worker = 0] = processTree(server.pid);
  const megabytes = (pid: number) => residentMegabytesOf([pid]) ?? 0;
  return { server, startMs, supervisorMb: megabytes(supervisor), workerMb: megabytes(worker) };
}

async function pause({ adminPort }: ParleyServer, partner: string): Promise<void> {
  const url = `http://127.0.0.1:${adminPort}/api/partners/${partner}/pause`;
  const { status } = await fetch(url, { method: 'POST' });
  if (status !== 200) throw new Error(`${partner} could not be paused: ${status}`);
}

function rowOf(
  name: string,
  index: number,
  starts: readonly (readonly StartFigures[])[],
  all: readonly (readonly Report[])[],
): Row {
  const of = (column: number) => starts.flatMap((pair) => pair[column] ?? []);
  const [file, own] = [of(0), of(index)];
  const ratio = (figure: (one: StartFigures) => number) =>
    median(own.map((one, round) => figure(one) / figure(file[round] ?? one)));
  const [fileReports = [], reports = []] = [all[0], all[index]];
  return {
    scenario: 'accounts',
    name,
    figures: {
      ...throughputFigures(reports),
      ...present({
        cpuToFile: medianRatio(reports, fileReports, cpuUsOf),
        startMs: median(own.map(({ startMs }) => startMs)),
        startToFile: ratio(({ startMs }) => startMs),
        supervisorMb: median(own.map(({ supervisorMb }) => supervisorMb)),
        supervisorToFile: ratio(({ supervisorMb }) => supervisorMb),
        workerMb: median(own.map(({ workerMb }) => workerMb)),
        workerToFile: ratio(({ workerMb }) => workerMb),
      }),
    },
    notes: notesOn(reports, 1),
  };
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
  let revision = 0;
  const record = () => ({
    access: NO_ACCESS,
    revision: ++revision,
    createdMs: 1,
    createdRevision: revision,
    changedMs: 1,
    changedBy: 'bench',
  });
  await database.transaction(async (query) => {
    for (const definition of publishers) {
      await PUBLISHER_TABLE.write(query, {
        ...record(),
        id: definition.id,
        state: 'active',
        definition,
      });
    }
    for (const [index, definition] of partners.entries()) {
      const state = index < ASKED ? 'active' : 'paused';
      await PARTNER_TABLE.write(query, { ...record(), id: definition.name, state, definition });
    }
    await query('update store_turn set revision = $1', [revision]);
  });
  await database.close();
}
