import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { KNOWN_FORMATS } from '../../src/core/openrtb/known-formats.ts';
import type { Query } from '../../src/lib/sql/database.ts';
import { accountsOf, BUYER_ACCOUNT } from '../../src/parts/adcp/accounts.ts';
import { MEDIA_BUY, type MediaBuy } from '../../src/parts/adcp/buy.ts';
import type { AdProduct } from '../../src/parts/adcp/seller-terms.ts';
import { serveAccount, serveBuy } from '../../src/parts/adcp/serve-buy.ts';
import { findRecord, writeIn } from '../../src/store/store.ts';
import { cleanUp } from '../process.ts';
import { buysInProcess, LINE, NOW_MS, packagesOf } from './buys-fixture.ts';

type Buys = Awaited<ReturnType<typeof buysInProcess>>;

let buys: Buys;

beforeAll(async () => {
  buys = await buysInProcess();
  await buys.keep('boots');
  await buys.keep('boots', {}, 'trial');
});
afterAll(cleanUp);

const ASSIGNED = { ...LINE, creative_assignments: [{ creative_id: 'boots' }] };

async function bought(buyer = 'acme', args: object = {}) {
  const made = await buys.create({ packages: [ASSIGNED], ...args }, buyer);
  return { id: String(made.media_buy_id), line: String(packagesOf(made)[0]?.package_id), made };
}

async function storedBuy(id: string) {
  const buy = await findRecord(buys.database.query, MEDIA_BUY, id);
  if (buy === undefined) throw new Error(`there is no buy ${id}`);
  return buy;
}

const CHATS: AdProduct = {
  id: 'chats',
  name: 'Chats',
  description: 'All chats',
  publishers: ['outdoors'],
  formats: KNOWN_FORMATS.map(({ id }) => id),
  options: [],
};

/** As whoever changes an account or its creatives does. */
async function serveAgain(
  id: string,
  product: AdProduct | undefined,
  more: object = {},
  isBuyerKnown = true,
) {
  const stored = await storedBuy(id);
  const buy = { ...stored, definition: { ...stored.definition, ...more } };
  const fault = await buys.database.transaction((query) =>
    serveBuyAs(query, buy.kept.account, buy, product, isBuyerKnown),
  );
  await buys.refresh();
  return fault;
}

async function serveBuyAs(
  query: Query,
  accountId: string,
  buy: MediaBuy,
  product: AdProduct | undefined,
  isBuyerKnown = true,
) {
  const account = await findRecord(query, BUYER_ACCOUNT, accountId);
  if (account === undefined) throw new Error('there is no account');
  const by = { who: 'account', role: 'buyer' };
  return serveBuy(query, account, buy, sourcesOf(product, isBuyerKnown), by);
}

function sourcesOf(product: AdProduct | undefined, isBuyerKnown: boolean) {
  const config = buys.parts.config();
  const adcp = isBuyerKnown ? config.adcp : { ...config.adcp, buyers: [] };
  return {
    config: () => ({ ...config, adcp }),
    products: () => (product === undefined ? [] : [product]),
    nowMs: () => NOW_MS,
  };
}

test('no number of changes lets a buyer resume what an operator has paused', async () => {
  const { id, line } = await bought();
  await buys.setState(line, 'paused');
  for (let budget = 101; budget <= 155; budget++) {
    await buys.update(id, { packages: [{ package_id: line, budget }] });
  }
  expect(buys.campaign(line)).toMatchObject({
    state: 'paused',
    definition: { budget: { total: 155 } },
  });
});

test('what an operator has put away stays so while its buyer pauses and resumes it', async () => {
  const { id, line } = await bought();
  await buys.setState(line, 'archived');
  for (const paused of [true, false]) {
    await buys.update(id, { packages: [{ package_id: line, paused }] });
    expect(buys.campaign(line)?.state).toBe('archived');
  }
});

test('a buy of a sandbox is no campaign, although its creative is there', async () => {
  const { line, made } = await bought('trial');
  expect(made).toMatchObject({ sandbox: true });
  await buys.refresh();
  expect(buys.campaign(line)).toBeUndefined();
});

describe('the campaigns of a buy', () => {
  test('do not serve for a buyer that neither the config nor the store has as active', async () => {
    const { id, line } = await bought();
    await serveAgain(id, CHATS, {}, false);
    expect(buys.campaign(line)?.state).toBe('paused');
  });

  test('do not serve for an account that is suspended', async () => {
    const { id, line } = await bought();
    await buys.decide('acme', 'suspended', 'unpaid');
    await serveAgain(id, CHATS);
    expect(buys.campaign(line)?.state).toBe('paused');
    await buys.decide('acme', 'active');
  });

  test('can be stopped, whatever has become of their product', async () => {
    const targeting_overlay = { geo_countries: ['DE'] };
    const { id, line } = await bought('acme', { packages: [{ ...ASSIGNED, targeting_overlay }] });
    const elsewhere = { ...CHATS, targeting: { include: { countries: ['FR'] } } };
    expect(await serveAgain(id, elsewhere)).toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(buys.campaign(line)?.state).toBe('active');
    expect(await serveAgain(id, elsewhere, { isPaused: true })).toBeUndefined();
    expect(buys.campaign(line)?.state).toBe('paused');
  });
});

test('nothing of a buyer that is paused serves, and what a person has paused stays so when it is resumed', async () => {
  const [one, two] = [await bought(), await bought()];
  await buys.setState(two.line, 'paused');
  const serve = (state: 'active' | 'paused') =>
    buys.database.transaction(async (query) => {
      for (const account of await accountsOf(query, buys.parts, 'acme')) {
        await serveAccount(query, account, sourcesOf(CHATS, true), state === 'active');
      }
    });
  const states = () => [one, two].map(({ line }) => buys.campaign(line)?.state);
  await serve('paused');
  await buys.refresh();
  expect(states()).toEqual(['paused', 'paused']);
  await serve('active');
  await buys.refresh();
  expect(states()).toEqual(['active', 'paused']);
});

test('a buyer does not read who of the exchange has changed its buy or paused its campaign', async () => {
  const { id, line } = await bought('acme', { start_time: 'asap' });
  const buy = await storedBuy(id);
  await buys.database.transaction((query) =>
    writeIn(query, MEDIA_BUY, id, {
      action: 'change',
      by: { who: 'ann', role: 'admin' },
      nowMs: NOW_MS,
      next: () => ({ definition: { ...buy.definition, rejectedFor: 'a note' } }),
    }),
  );
  buys.standings.set(line, { state: 'paused', sentence: 'paused; last changed by ann, 2 h ago' });
  const { media_buys } = await buys.list({ media_buy_ids: [id] });
  expect(media_buys).toMatchObject([
    {
      packages: [{ ext: { parley: { delivery: { sentence: 'the operator has paused it' } } } }],
    },
  ]);
  expect(JSON.stringify(media_buys)).not.toContain('ann');
});
