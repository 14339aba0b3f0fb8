import { NO_DIMENSIONS } from '../../src/core/sale/dimensions.ts';
import { createNoticeKeys } from '../../src/core/sale/keys.ts';
import { sealSale, tokenOf } from '../../src/core/sale/token.ts';
import { bodiesOf } from '../demand/requests.ts';
import { notesOn, p99MsOf, present, ratioOf, throughputFigures } from '../measure/figures.ts';
import { measureInRounds, type Pace, type Times } from '../measure/rounds.ts';
import type { Row } from '../rows.ts';
import { startInProcess } from '../servers.ts';

const WORKERS = 2;
const SECRET = 'a secret that the benchmark signs its notices with';
const BIDS_PER_SECOND = 1000;
const BESIDE_PER_SECOND = 1000;
/** More than a server takes: what came before is answered from memory and would not be measured. */
const NOTICES_PER_SECOND_MAX = 30_000;

/** After full load, for the ledger to take in what is left in the journals. */
const REST_MS = 4000;

/** Notices a second, each on the disk before it is acknowledged, and what they cost those who bid. */
export async function notices(pace: Pace): Promise<readonly Row[]> {
  const more = { notices: { keys: [SECRET] } };
  const server = await startInProcess({ workers: WORKERS, more });
  const bids = { server, bodies: bodiesOf(), ratePerSecond: BIDS_PER_SECOND };
  const told = { server, bodies: [], paths: newNotices(NOTICES_PER_SECOND_MAX) };
  const beside = {
    ...told,
    paths: newNotices(BESIDE_PER_SECOND),
    ratePerSecond: BESIDE_PER_SECOND,
  };
  const before = () => Bun.sleep(pace.rounds > 1 ? REST_MS : 0);
  const [full = [], alone = [], together = []] = await measureInRounds(
    [told, { ...bids, before }, { ...bids, beside }],
    pace,
  );
  const name = `bids at ${BIDS_PER_SECOND}/s`;
  return [
    {
      name: 'notices, full load',
      figures: throughputFigures(full),
      notes: notesOn(full, WORKERS),
    },
    { name, figures: throughputFigures(alone) },
    {
      name: `${name} beside ${BESIDE_PER_SECOND} notices a second`,
      figures: {
        ...throughputFigures(together),
        ...present({ p99ToFirst: ratioOf(together, alone, p99MsOf) }),
      },
    },
  ];
}

const keys = createNoticeKeys([SECRET]);

/** So many of a second, each of a sale of its own. */
function newNotices(perSecond: number) {
  return ({ warmUpMs, measureMs }: Times): readonly string[] => {
    const soldMs = Math.floor(Date.now() / 1000) * 1000;
    const count = Math.ceil(((warmUpMs + measureMs) * perSecond) / 1000) + 1;
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
          portion: 1,
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
      return `/n/bill/${tokenOf(sealed, 'bill')}?p=2.5`;
    });
  };
}
