import { createNoticeKeys } from '../../src/notices/keys.ts';
import { sealSale } from '../../src/notices/token.ts';
import { NO_DIMENSIONS } from '../../src/sale/dimensions.ts';
import type { Report } from '../load/job.ts';
import { runLoad } from '../load/run-load.ts';
import { startTrickle } from '../load/trickle.ts';
import {
  median,
  medianRatio,
  notesOn,
  present,
  rateOf,
  throughputFigures,
} from '../measure/figures.ts';
import type { Pace } from '../measure/pace.ts';
import { jobFor } from '../measure/rounds.ts';
import { bodiesOf } from '../requests.ts';
import type { Figures, Row } from '../rows.ts';
import { type Server, startInProcess } from '../servers.ts';
import type { Scenario } from './scenario.ts';

const FULL = 'notices, full load';
const WORKERS = 2;
const SECRET = 'a secret that the benchmark signs its notices with';
const BIDS_PER_SECOND = 1000;
const BESIDE_PER_SECOND = 1000;
/** More than are told in a round, the start of its generator included. */
const BESIDE_MAX = 20 * BESIDE_PER_SECOND;
/** More than a server takes: what came before is answered from memory and would not be measured. */
const NOTICES_PER_SECOND_MAX = 30_000;

/** Between rounds, for the ledger to take in what the last one left in the journals. */
const REST_MS = 4000;

/** Notices a second, each on the disk before it is acknowledged, and what they cost those who bid. */
export const notices: Scenario = {
  summary: 'notices a second, and bidding beside them, two workers and SQLite',
  aims: [
    { what: 'notices acknowledged a second', row: FULL, figure: 'perSecond', bound: ['≥', 5000] },
  ],
  async run(pace) {
    const server = await startInProcess({ workers: WORKERS, noticeKeys: [SECRET] });
    const bodies = bodiesOf();
    const bids = { server, bodies, ratePerSecond: BIDS_PER_SECOND };
    const beside = { port: server.port, perSecond: BESIDE_PER_SECOND };
    const first = { warmUpMs: 0, measureMs: pace.firstMs };
    await runLoad(jobFor({ server, bodies }, first));
    await fullLoad(server, first);

    const full: Report[] = [];
    const alone: Report[] = [];
    const besideLooks: Report[] = [];
    const besideNotices: Report[] = [];
    let accepted = 0;
    let seconds = 0;
    for (let round = 0; round < pace.rounds; round++) {
      full.push(await fullLoad(server, pace));
      await Bun.sleep(pace.rounds > 1 ? REST_MS : 0);
      alone.push(await runLoad(jobFor(bids, pace)));
      const looks = await startTrickle({ ...beside, paths: ['/healthz'] });
      besideLooks.push(await runLoad(jobFor(bids, pace)));
      looks.stop();
      const told = await startTrickle({ ...beside, paths: newNotices(BESIDE_MAX) });
      besideNotices.push(await runLoad(jobFor(bids, pace)));
      const heard = told.stop();
      accepted += heard.accepted;
      seconds += heard.seconds;
    }
    const name = `bids at ${BIDS_PER_SECOND}/s`;
    return [
      {
        scenario: 'notices',
        name: FULL,
        figures: throughputFigures(full),
        notes: notesOn(full, WORKERS),
      },
      row(`${name} alone`, alone),
      row(`${name} beside ${BESIDE_PER_SECOND} GET /healthz a second`, besideLooks, alone),
      {
        ...row(`${name} beside ${BESIDE_PER_SECOND} notices a second`, besideNotices, alone),
        notes: [`${Math.round(accepted / seconds)} notices a second were acknowledged`],
      },
    ];
  },
};

type Times = Pick<Pace, 'warmUpMs' | 'measureMs'>;

function fullLoad(server: Server, times: Times): Promise<Report> {
  const seconds = (times.warmUpMs + times.measureMs) / 1000;
  const paths = newNotices(Math.ceil(seconds * NOTICES_PER_SECOND_MAX));
  return runLoad(jobFor({ server, bodies: [], paths }, times));
}

const keys = createNoticeKeys([SECRET]);

/** Each of a sale of its own. */
function newNotices(count: number): readonly string[] {
  const soldMs = Math.floor(Date.now() / 1000) * 1000;
  return Array.from({ length: count }, (_, index) => {
    const sealed = sealSale(
      {
        auctionId: crypto.randomUUID(),
        impId: '1',
        soldMs,
        partner: 'acme',
        seat: 'seat-1',
        campaign: `campaign-${index % 20}`,
        creative: 'creative-1',
        priceMicros: 2_500_000,
        billsOn: 'bill',
        isTest: false,
        machine: 1,
        shareBasisPoints: 7000,
        charge: { per: 'impression' },
        dimensions: {
          ...NO_DIMENSIONS,
          publisher: `pub-${index % 10}`,
          country: 'DEU',
          format: 'native_product_card',
          intent: 'comparison',
          funnel: 'consideration',
          sentiment: 'neutral',
          turn: '2-3',
        },
      },
      keys,
    );
    return `/n/bill/${sealed.tokenOf('bill')}?p=2.5`;
  });
}

function row(name: string, reports: readonly Report[], alone: readonly Report[] = []): Row {
  const p50Of = ({ latency }: Report) => latency.p50Ms;
  const p99Of = ({ latency }: Report) => latency.p99Ms;
  const figures: Figures = present({
    perSecond: median(reports.map(rateOf)),
    p50Ms: median(reports.map(p50Of)),
    p99Ms: median(reports.map(p99Of)),
    p50ToAlone: medianRatio(reports, alone, p50Of),
    p99ToAlone: medianRatio(reports, alone, p99Of),
  });
  return { scenario: 'notices', name, figures, notes: [] };
}
