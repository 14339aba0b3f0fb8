import { afterAll, expect, test } from 'bun:test';
import type { PartnerConfig } from '../../src/demand/kinds.ts';
import { bidOn, startDsp } from '../auction/partners.ts';
import { eventually } from '../eventually.ts';
import { atCleanUp, cleanUp } from '../process.ts';
import { buy, call, databaseOf, metricOf, saleRequest, settled, startHere } from './exchange.ts';
import { type ListeningDsp, startListeningDsp, WISHES } from './listening-dsp.ts';

afterAll(cleanUp);

const partnersOf = (dsps: Readonly<Record<string, ListeningDsp>>): readonly PartnerConfig[] =>
  Object.entries(dsps).map(([name, { bidUrl: url }]) => {
    const told = { trackers: 'server', internalNotices: true } as const;
    return { name, kind: 'openrtb', url, ...told };
  });

test('a partner is told of everything once, from the server, with the price that counts', async () => {
  const dsp = startListeningDsp();
  const exchange = await startHere({ partners: partnersOf({ dsp }) });
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
  await exchange.stop(0);

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

test('URLs of a partner that are not called are counted and named in the explanation of the auction', async () => {
  const { url, stop } = startDsp((request) =>
    bidOn(request, { burl: 'https://dsp.example/a b', nurl: 'http://127.0.0.1:9/inside' }),
  );
  atCleanUp(stop);
  const exchange = await startHere({ partners: [{ name: 'dsp', kind: 'openrtb', url }] });
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
  await exchange.stop(0);
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
  const exchange = await startHere({ partners: partnersOf({ hanging, prompt }) });
  const winFrom = async (publisher: string) => {
    const { nurl } = await buy(exchange.port, saleRequest({ publisher }));
    expect((await call(nurl)).status).toBe(204);
  };
  // More than it may have under way.
  for (let count = 0; count < 60; count++) await winFrom('slow');
  await eventually(() => hanging.told.length >= 10);
  await winFrom('fast');
  await eventually(() => prompt.told.length > 0);
  expect(hanging.told.length).toBeLessThan(60);
  release.resolve();
  await exchange.stop(0);
});
