import { afterAll, expect, test } from 'bun:test';
import { bidOn, startDsp } from '../auction/partners.ts';
import { eventually } from '../eventually.ts';
import { atCleanUp, cleanUp, killGroup, temporaryFolder } from '../process.ts';
import {
  buy,
  call,
  databaseOf,
  metricOf,
  saleRequest,
  settled,
  startExchange,
  stopExchange,
} from './exchange.ts';
import { type ListeningDsp, startListeningDsp, WISHES } from './listening-dsp.ts';

afterAll(cleanUp);

const partnersOf = (dsps: Readonly<Record<string, ListeningDsp>>) =>
  `partners:\n${Object.entries(dsps)
    .map(
      ([name, { bidUrl }]) =>
        `  - { name: ${name}, kind: openrtb, url: "${bidUrl}", trackers: server, internalNotices: true }`,
    )
    .join('\n')}`;

test('a partner is told of everything once, from the server, with the price that counts', async () => {
  const dsp = startListeningDsp();
  const exchange = await startExchange({ workers: 2, more: partnersOf({ dsp }) });
  const { burl = '', ...sold } = await buy(exchange.port);
  expect(sold.markup).toContain('https://scripts.example/verify.js');
  for (const wish of WISHES) expect(sold.markup).not.toContain(`/${wish}?`);
  for (let time = 0; time < 3; time++) {
    for (const url of [sold.nurl, burl]) await call(url, { price: '1.25' });
    // Ruling 70: a visitor who names a price in what the page shows is not believed.
    for (const url of [sold.impression, sold.viewable]) await call(`${url}&p=0.000001`);
    await call(`${sold.link}&p=0.000001`);
  }
  await eventually(() => dsp.told.length >= WISHES.length);
  const { lurl = '' } = await buy(exchange.port);
  await call(lurl);
  await eventually(() => dsp.told.length > WISHES.length);
  await stopExchange(exchange);

  const id = 'id=[^&]+$';
  const patterns = WISHES.map((wish) => {
    const price = wish === 'nurl' || wish === 'burl' ? '1.25' : '2';
    return new RegExp(`^/${wish}\\?p=${price}&${id}`);
  });
  for (const pattern of [...patterns, new RegExp(`^/lurl\\?r=102&${id}`)]) {
    expect([pattern, dsp.told.filter((path) => pattern.test(path)).length]).toEqual([pattern, 1]);
  }
  expect(dsp.told).toHaveLength(WISHES.length + 1);
});

test('a call to a partner survives a kill: it is made after the next start', async () => {
  const dsp = startListeningDsp();
  const dataDir = temporaryFolder();
  const options = { dataDir, more: partnersOf({ dsp }) };
  const first = await startExchange(options);
  const { burl = '' } = await buy(first.port);
  // A supervisor that stands still drains nothing and calls nobody.
  process.kill(first.pid, 'SIGSTOP');
  expect((await call(burl)).status).toBe(204);
  killGroup(first.pid, 'SIGKILL');
  await first.exited;
  expect(dsp.told).toEqual([]);

  const second = await startExchange(options);
  await eventually(() => dsp.told.length > 0);
  await stopExchange(second);
  expect(dsp.told).toEqual([expect.stringMatching(/^\/burl\?p=2&/)]);
});

test('a partner is told of a sale whose machine was killed the moment it had answered', async () => {
  const dsp = startListeningDsp();
  const dataDir = temporaryFolder();
  const options = { dataDir, more: partnersOf({ dsp }) };
  const first = await startExchange(options);
  const { burl = '' } = await buy(first.port);
  killGroup(first.pid, 'SIGKILL');
  await first.exited;

  const second = await startExchange(options);
  expect((await call(burl, { port: second.port })).status).toBe(204);
  await eventually(() => dsp.told.length > 0);
  await stopExchange(second);
  expect(dsp.told).toEqual([expect.stringMatching(/^\/burl\?p=2&/)]);
});

test('URLs of a partner that are not called are counted and named in the explanation of the auction', async () => {
  const { url, stop } = startDsp((request) =>
    bidOn(request, { burl: 'https://dsp.example/a b', nurl: 'http://127.0.0.1:9/inside' }),
  );
  atCleanUp(stop);
  const more = `partners:\n  - { name: dsp, kind: openrtb, url: "${url}" }`;
  const exchange = await startExchange({ more });
  const { auctionId, nurl } = await buy(exchange.port);
  const record = await fetch(`${exchange.adminUrl}/requests/${auctionId}`);
  expect(await record.json()).toMatchObject({
    imps: [
      {
        winner: {
          notCalled: ['its burl is not called: expected an http or https URL without white space'],
        },
      },
    ],
  });
  // Its address is looked at when it would be called, by the config of that time. The win still counts.
  expect((await call(nurl)).status).toBe(204);
  const counted = (reason: string) =>
    metricOf(exchange, 'parley_partner_urls_left_out_total', { partner: 'dsp', reason });
  for (const reason of ['not-callable', 'internal-address']) {
    expect([
      reason,
      await settled(
        () => counted(reason),
        (count) => count > 0,
      ),
    ]).toEqual([reason, 1]);
  }
  await stopExchange(exchange);
  const database = await databaseOf(exchange);
  const facts = await database.query('select kind from facts');
  expect(facts.map(({ kind }) => kind)).toEqual(['win']);
  expect(await database.query('select id from outbox')).toHaveLength(0);
});

test('a partner that hangs holds up nobody else', async () => {
  const hanging = startListeningDsp('slow');
  const prompt = startListeningDsp('fast');
  const release = Promise.withResolvers<void>();
  hanging.answer(() => release.promise.then(() => new Response('late')));
  const exchange = await startExchange({ more: partnersOf({ hanging, prompt }) });
  const buyFrom = (publisher: string) => buy(exchange.port, saleRequest({ publisher }));
  // A supervisor that stands still calls nobody. So all calls are due at once, on a slow machine too, and those of the
  // hanging partner come first. They are more than it may have under way.
  process.kill(exchange.pid, 'SIGSTOP');
  for (let count = 0; count < 60; count++) {
    expect((await call((await buyFrom('slow')).nurl)).status).toBe(204);
  }
  const { nurl } = await buyFrom('fast');
  expect((await call(nurl)).status).toBe(204);
  expect([...hanging.told, ...prompt.told]).toEqual([]);
  process.kill(exchange.pid, 'SIGCONT');

  await eventually(() => hanging.told.length >= 10);
  await eventually(() => prompt.told.length > 0);
  // It did not wait for its turn behind all of those.
  expect(hanging.told.length).toBeLessThan(60);
  const waiting = () => metricOf(exchange, 'parley_outbox_rows');
  expect(await settled(waiting, (rows) => rows >= 40)).toBeGreaterThanOrEqual(40);
  release.resolve();
});
