import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Bought, buy, call, SHARED_KEY, saleRequest, settled } from '../notices/exchange.ts';
import { newPostgresDatabase } from '../postgres/shared-postgres.ts';
import { atCleanUp, cleanUp } from '../process.ts';
import { startUpstream } from '../product-search.ts';
import { type Started, startFrom } from '../start-from.ts';
import { apiOf } from '../store/api.ts';
import { anyCampaign, fileWith } from '../store/campaigns.ts';

const TOKEN = 'ada-has-this-token';
const CPC = 0.5;
const CLICK_RATE = 0.02;
/** Of 30 impressions, two in three are clicked on. */
const SALES = 30;
const CLICKS = 20;
/** A click within a second of its impression is no person's. */
const AFTER_A_SECOND_MS = 1100;

const offerOf = (id: string) => ({
  id,
  title: `A lamp, ${id}`,
  price: { amount: 20, currency: 'USD' },
  merchant: { name: 'Lamps', domain: 'lamps.example' },
  url: 'https://lamps.example/',
  cpc: CPC,
});

let shopUrl: string;
beforeAll(() => {
  const shop = startUpstream(({ search }) =>
    Response.json({
      ads: search.includes('lamp') ? [offerOf('first\t\n1'), offerOf('second')] : [],
    }),
  );
  atCleanUp(shop.stop);
  shopUrl = shop.url;
});
afterAll(cleanUp);

const clickCampaign = (id: string, keyword: string) => {
  const { cpm: _, ...rest } = anyCampaign({ id, advertiser: `Advertiser of ${id}` });
  return { ...rest, cpc: CPC, targeting: { include: { keywords: [keyword] } } };
};

/** A request that one of the partners bids on. */
function requestFor(keyword: string): string {
  const request = JSON.parse(saleRequest()) as { readonly site: object };
  return JSON.stringify({ ...request, site: { ...request.site, keywords: keyword } });
}

/** The price of the next ad, as soon as there is one: a portion of a budget may have to be filled first. */
async function priceFor({ port }: Started, keyword: string): Promise<number> {
  const bought = () => buy(port, requestFor(keyword)).catch(() => undefined);
  return (await settled(bought, (ad) => ad !== undefined))?.price ?? 0;
}

async function show(exchange: Started, keyword: string): Promise<readonly Bought[]> {
  const shown: Bought[] = [];
  while (shown.length < SALES) {
    const ad = await buy(exchange.port, requestFor(keyword)).catch(() => undefined);
    if (ad === undefined) continue;
    expect((await call(ad.impression)).status).toBe(200);
    shown.push(ad);
  }
  return shown;
}

test('clicks raise the price of the store, of a file and of an offer, on every machine and after a restart', async () => {
  const file = fileWith([clickCampaign('boots', 'boot')]);
  const config = `databaseUrl: ${await newPostgresDatabase()}
notices: { keys: [${SHARED_KEY}] }
admin: { port: 0, token: ${TOKEN} }
partners:
  - { name: own, kind: campaigns, store: true }
  - { name: filed, kind: campaigns, path: ${file} }
  - { name: shop, kind: product-search, url: "${shopUrl}", clickRate: ${CLICK_RATE} }
`;
  const seller = await startFrom(config);
  const other = await startFrom(config);
  const api = apiOf(seller.adminUrl, TOKEN);
  expect((await api.create(clickCampaign('tents', 'tent'))).status).toBe(201);
  expect((await api.setState('tents', 'active')).status).toBe(200);

  const keywords = ['tent', 'boot', 'lamp'];
  const prices = (exchange: Started) =>
    Promise.all(keywords.map((keyword) => priceFor(exchange, keyword)));
  // Of an ad alone, what it is expected to be worth: 0.50 × 0.01 × 1000, and of an offer by its own prior.
  const unknown = [5, 5, 10];
  expect(await prices(seller)).toEqual(unknown);

  const shown = await Promise.all(keywords.map((keyword) => show(seller, keyword)));
  await Bun.sleep(AFTER_A_SECOND_MS);
  for (const { link } of shown.flatMap((ads) => ads.slice(0, CLICKS))) {
    expect((await call(link)).status).toBe(302);
  }
  const isLearned = (now: readonly number[]) =>
    now.every((price, index) => price > 1.5 * (unknown[index] ?? 0));
  const learned = await settled(() => prices(seller), isLearned);
  expect(learned.filter((price) => price > 15)).toHaveLength(3);
  // All machines have read the same counts once the prices of both agree.
  const agreed = await settled(
    async () => [await prices(seller), await prices(other)] as const,
    ([one, two]) => isLearned(one) && Bun.deepEquals(one, two),
  );
  expect(agreed[1]).toEqual(agreed[0]);

  await seller.stop();
  const again = await startFrom(config, { dataDir: seller.dataDir });
  expect(await prices(again)).toEqual(agreed[0]);
});
