import { afterAll, beforeAll, expect, test } from 'bun:test';
import { bidOn, type Dsp, startDsp } from '../auction/partners.ts';
import {
  bid,
  databaseOf,
  type Exchange,
  metricOf,
  SHARED_KEY,
  saleRequest,
  settled,
  startExchange,
} from '../notices/exchange.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { atCleanUp, cleanUp } from '../process.ts';
import { accountsIn } from './accounts.ts';
import { adAt, onAllWorkers } from './campaigns.ts';
import { startNumberedLoad } from './numbered-load.ts';

let machines: readonly Exchange[];
let store: ReturnType<typeof accountsIn>;
let first: Dsp;
let second: Dsp;

beforeAll(async () => {
  first = startDsp((request) => bidOn(request, { crid: 'of-first' }));
  second = startDsp((request) => bidOn(request, { crid: 'of-second', price: 3 }));
  atCleanUp(first.stop);
  atCleanUp(second.stop);
  const postgres = await startPostgres();
  const databaseUrl = await postgres.newDatabase();
  const more = '\npartners: []';
  const options = { workers: 2, databaseUrl, keys: [SHARED_KEY], more };
  machines = await Promise.all([startExchange(options), startExchange(options)]);
  store = accountsIn(await databaseOf(machines[0] as Exchange));
});
afterAll(cleanUp);

const everywhere = (crid: string | undefined) =>
  Promise.all(machines.map(({ port }) => onAllWorkers(async () => (await adAt(port))?.crid, crid)));
const all = (crid: string | undefined) => [[crid], [crid]];

const entry = (dsp: Dsp, more: object = {}) =>
  ({ name: 'dsp', kind: 'openrtb', url: dsp.url, ...more }) as const;

const press = ({ adminUrl }: Exchange, partner: string, action: 'pause' | 'resume') =>
  fetch(`${adminUrl}/api/partners/${partner}/${action}`, { method: 'POST' });

/** Returns once the workers of all machines know what is in the store now: a change of one machine is acknowledged then. */
async function told(): Promise<void> {
  for (const machine of machines) {
    expect((await press(machine, 'witness', 'pause')).status).toBe(200);
    expect((await press(machine, 'witness', 'resume')).status).toBe(200);
  }
}

/** How many of so many requests to each machine, sent from now on, this bidder is asked about. */
async function askedFromNow({ received }: Dsp, count: number): Promise<number> {
  const ids = new Set<string>();
  for (let n = 0; n < count; n++) {
    for (const { port } of machines) {
      const id = crypto.randomUUID();
      ids.add(id);
      await bid(port, JSON.stringify({ ...JSON.parse(saleRequest()), id }));
    }
  }
  return received.filter(({ body }) => ids.has(body.id)).length;
}

test('partners come, change, are capped, paused and removed under load, and no request is lost', async () => {
  // In the list, and asked by nobody: it never bids.
  const silent = startDsp(() => new Response(null, { status: 204 }));
  atCleanUp(silent.stop);
  await store.addPartner({ name: 'witness', kind: 'openrtb', url: silent.url });
  expect(await everywhere(undefined)).toEqual(all(undefined));
  const load = startNumberedLoad(
    machines.map(({ port }) => port),
    4,
  );

  await store.addPartner(entry(first));
  expect(await everywhere('of-first')).toEqual(all('of-first'));

  await store.changePartner(entry(second));
  expect(await everywhere('of-second')).toEqual(all('of-second'));
  await told();
  expect(await askedFromNow(first, 20)).toBe(0);

  await store.changePartner(entry(second, { qpsMax: 1 }));
  await told();
  const beganMs = performance.now();
  const asked = await askedFromNow(second, 30);
  const seconds = Math.ceil((performance.now() - beganMs) / 1000) + 1;
  expect(asked).toBeLessThanOrEqual(seconds * machines.length);
  await store.changePartner(entry(second));
  expect(await everywhere('of-second')).toEqual(all('of-second'));

  const [machine] = machines as [Exchange];
  expect((await press(machine, 'dsp', 'pause')).status).toBe(200);
  expect(await store.stateOfPartner('dsp')).toBe('paused');
  expect(await everywhere(undefined)).toEqual(all(undefined));
  await told();
  expect(await askedFromNow(second, 20)).toBe(0);
  const skipped = () =>
    metricOf(machine, 'parley_partner_skipped_total', { partner: 'dsp', reason: 'paused' });
  expect(await settled(skipped, (count) => count > 0)).toBeGreaterThan(0);
  expect((await press(machine, 'dsp', 'resume')).status).toBe(200);
  expect(await everywhere('of-second')).toEqual(all('of-second'));

  await store.setPartner('dsp', 'paused');
  await store.setPartner('dsp', 'deleted');
  await told();
  expect(await askedFromNow(second, 20)).toBe(0);
  const rows = (await (await fetch(`${machine.adminUrl}/api/partners`)).json()) as object[];
  expect(rows).toEqual([expect.objectContaining({ name: 'witness' })]);

  const { answered, others } = await load.stop();
  expect(others).toEqual([]);
  expect(answered).toBeGreaterThan(0);
});

test('the counts of a partner that came later are exact, on all workers', async () => {
  await store.addPartner({ ...entry(first), name: 'late' });
  expect(await everywhere('of-first')).toEqual(all('of-first'));
  await told();
  const counted = () =>
    Promise.all(
      machines.map((machine) =>
        metricOf(machine, 'parley_partner_asked_total', { partner: 'late' }),
      ),
    );
  const before = await counted();
  expect(await askedFromNow(first, 25)).toBe(50);
  const after = await settled(counted, (now) =>
    now.every((count, i) => count === (before[i] ?? 0) + 25),
  );
  expect(after).toEqual(before.map((count) => count + 25));
});
