import { afterAll, expect, test } from 'bun:test';
import { budgetedPartner, buyOut, IMPRESSION_USD } from '../budgets/budgeted-exchange.ts';
import { eventually } from '../eventually.ts';
import {
  type Bought,
  bid,
  buy,
  buyBy,
  call,
  databaseOf,
  factsOf,
  reportOf,
  saleRequest,
  startHere,
} from '../notices/exchange.ts';
import { startListeningDsp } from '../notices/listening-dsp.ts';
import { newPostgresDatabase } from '../postgres/shared-postgres.ts';
import { cleanUp } from '../process.ts';
import type { TestConfig } from '../server.ts';

afterAll(cleanUp);

/** Two machines with the same config and keys on one Postgres. */
async function startTwo(config: TestConfig = {}) {
  const databaseUrl = await newPostgresDatabase();
  const start = () => startHere({ ...config, databaseUrl });
  return Promise.all([start(), start()]);
}

const IMPRESSIONS = 30;

test('two machines sell one budget to the last impression, and not one more', async () => {
  const machines = await startTwo({ partners: [budgetedPartner(IMPRESSIONS)] });
  const ports = machines.map(({ port }) => port);
  const all = { sold: IMPRESSIONS, billed: IMPRESSIONS };
  expect(await buyOut(ports, IMPRESSIONS)).toEqual(all);
  const [first] = machines;
  await factsOf(await databaseOf(first), IMPRESSIONS);
  for (const machine of machines) await machine.stop(0);
  const [row] = (await reportOf(first)).filter(({ spend_usd }) => Number(spend_usd) > 0);
  const spend_usd = (IMPRESSIONS * IMPRESSION_USD).toFixed(2);
  expect(row).toMatchObject({ partner: 'own', spend_usd });
});

test('one notice hundreds of times at once, at two machines, is one fact', async () => {
  const machines = await startTwo();
  const { price, burl = '' } = await buy(machines[0].port);
  const ports = machines.map(({ port }) => port);
  const calls = Array.from({ length: 300 }, (_, index) =>
    call(burl, { port: ports[index % 2] ?? 0, price: String(price - (index % 7) / 10) }),
  );
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 204)).toEqual([]);
  for (const machine of machines) await machine.stop(0);
  const database = await databaseOf(machines[0]);
  const facts = await database.query('select kind, price_micros from facts');
  expect(facts.map(({ kind }) => kind)).toEqual(['bill']);
  const [{ spent } = {}] = await database.query('select sum(spend_nanos) as spent from rollups');
  expect(Number(spent)).toBe(Number(facts[0]?.price_micros));
});

const BILL_ON = ['burl', 'impression', 'win'] as const;
const TRACKERS = ['client', 'server'] as const;
const ENDPOINTS = ['/openrtb2', '/openrtb2/auction'] as const;

type Terms = {
  readonly name: string;
  readonly billOn: (typeof BILL_ON)[number];
  readonly trackers: (typeof TRACKERS)[number];
};

const TERMS: readonly Terms[] = BILL_ON.flatMap((billOn) =>
  TRACKERS.map((trackers) => ({ name: `${billOn}-${trackers}`, billOn, trackers })),
);

/** The events in which notices may arrive, each with its URLs. */
function noticesOf(sold: Bought): readonly (readonly string[])[] {
  const bills = sold.burl === undefined ? [] : [sold.burl];
  return [
    [sold.nurl, ...sold.clientTrackers],
    bills,
    [sold.impression],
    [sold.viewable],
    [sold.link],
  ];
}

/** What a partner on these terms has to be told of a sale, whoever sold it and whatever arrived first. */
function expectedOf({ trackers }: Terms): readonly string[] {
  const ofTrackers = ['imptracker', 'image', 'viewed', 'clicked'];
  return ['nurl', 'burl', ...(trackers === 'server' ? ofTrackers : [])].toSorted();
}

/** The text with all that can be decoded in it decoded: what a visitor of a page can read. */
function readable(text: string): string {
  const decoded = [...text.matchAll(/[\w-]{16,}/g)].map(([part]) =>
    Buffer.from(part, 'base64url').toString('latin1'),
  );
  return [text, decodeURIComponent(text.replaceAll(/%(?![\da-f]{2})/gi, '%25')), ...decoded].join();
}

async function sellTo(port: number, { name }: Terms, id: string, path: string) {
  let text = '';
  const body = JSON.stringify({ ...JSON.parse(saleRequest({ publisher: name })), id });
  const sold = await buyBy(async () => {
    const response = await bid(port, body, path);
    text = await response.clone().text();
    return response;
  });
  return { sold, text };
}

test('a partner is told of every event once, for each way to bill, track and ask, in any order, by either of two machines', async () => {
  const dsps = new Map(TERMS.map(({ name }) => [name, startListeningDsp(name)]));
  const machines = await startTwo({
    partners: TERMS.map(({ name, ...terms }) => {
      const url = dsps.get(name)?.bidUrl ?? '';
      return { name, kind: 'openrtb', url, ...terms, internalNotices: true };
    }),
  });
  const expected = new Map<string, { terms: Terms; told: readonly string[] }>();
  let count = 0;
  for (const terms of TERMS) {
    for (const path of ENDPOINTS) {
      for (const order of ['as they happen', 'backwards'] as const) {
        const id = `sale-${count++}`;
        const [seller, other] = count % 2 === 0 ? machines : machines.toReversed();
        const { sold, text } = await sellTo(seller?.port ?? 0, terms, id, path);
        const { host } = new URL(dsps.get(terms.name)?.listenUrl ?? '');
        const hidden = terms.trackers === 'server' ? [host] : ['/nurl?', '/burl?', '/lurl?'];
        for (const secret of hidden)
          expect([secret, readable(text).includes(secret)]).toEqual([secret, false]);

        const events = noticesOf(sold);
        for (const urls of order === 'backwards' ? events.toReversed() : events) {
          // At both machines at once: one of them creates the fact, with the calls that its URL brings.
          const calls = urls.flatMap((url) =>
            [other, seller].map((machine) => call(url, { port: machine?.port ?? 0 })),
          );
          for (const { status } of await Promise.all(calls)) expect(status).toBeLessThan(400);
        }
        expected.set(id, { terms, told: expectedOf(terms) });
      }
    }
  }
  const told = () => [...dsps.values()].flatMap((dsp) => dsp.told);
  const total = [...expected.values()].reduce((sum, one) => sum + one.told.length, 0);
  await eventually(() => told().length >= total);
  for (const machine of machines) await machine.stop(0);

  for (const [id, { terms, told: wanted }] of expected) {
    const own = dsps.get(terms.name)?.told.filter((path) => path.endsWith(`id=${id}`)) ?? [];
    const wishes = own.map((path) => path.slice(1, path.indexOf('?'))).toSorted();
    expect([id, terms.name, wishes]).toEqual([id, terms.name, [...wanted]]);
  }
  expect(told()).toHaveLength(total);
  const database = await databaseOf(machines[0]);
  const [{ waiting } = {}] = await database.query('select count(*) as waiting from outbox');
  expect(Number(waiting)).toBe(0);
});
