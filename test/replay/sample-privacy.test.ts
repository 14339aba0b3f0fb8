import { afterAll, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SampleSearch } from '../../src/ledger/samples/sampled-outcomes.ts';
import { openDatabase } from '../../src/lib/sql/database.ts';
import { eventually } from '../eventually.ts';
import { bid } from '../notices/exchange.ts';
import { atCleanUp, cleanUp } from '../process.ts';
import { type Started, startFrom } from '../start-from.ts';

afterAll(cleanUp);

/** In everything that is about somebody, so that no byte on disk may have it. */
const WHO = 'annmiller';
const MAIL = `${WHO}@mail.example`;
const PHONE = '0170 123 456 78';
const PHONE_PARTS = /0170|123.?456|456.?78/;

const NATIVE = {
  ver: '1.2',
  ext: { who: WHO },
  assets: [
    { id: 17012345678, required: 1, title: { len: 90, ext: { who: WHO } }, ext: { who: WHO } },
    { id: 2, img: { type: 1, wmin: 20, hmin: 20, mimes: ['image/png', MAIL] } },
  ],
};

/** Somebody in every field that takes any text, and numbers that tell who it is. */
const STUFFED = {
  id: WHO,
  who: WHO,
  badv: ['blocked.example', MAIL, `https://x.example/?u=${WHO}`],
  bcat: ['IAB25', `blocked ${MAIL}`],
  bapp: [`blocked ${MAIL}`],
  bseat: [MAIL],
  wseat: [MAIL, 'echo', 'Advertiser of all'],
  wlang: ['en', MAIL],
  source: { tid: WHO, pchain: WHO },
  imp: [
    {
      id: WHO,
      tagid: WHO,
      displaymanager: WHO,
      native: { request: JSON.stringify({ native: NATIVE, who: WHO }), ext: { who: WHO } },
      pmp: {
        deals: [{ id: WHO, bidfloor: 1, wadomain: ['echo.example', MAIL], ext: { who: WHO } }],
      },
      ext: { who: WHO, service_product_search: { min_price: 5, who: WHO } },
    },
  ],
  site: {
    id: WHO,
    name: WHO,
    domain: 'chat.example.com',
    page: `https://chat.example.com/${WHO}?q=${MAIL}`,
    ref: `https://search.example/?q=${WHO}`,
    search: WHO,
    cat: ['IAB7', MAIL],
    keywords: `tents,${MAIL},call ${PHONE},${WHO}.example,https://x.example/${WHO},i am ${WHO} and i live in the old house`,
    publisher: { id: 'pub-1', name: WHO, domain: `${WHO}.example`, ext: { who: WHO } },
    content: { language: 'en', title: WHO, keywords: WHO, ext: { who: WHO } },
    ext: { who: WHO },
  },
  device: {
    ua: WHO,
    ip: '198.51.100.77',
    ipv6: '2001:db8::77',
    ifa: WHO,
    didsha1: WHO,
    dpidmd5: WHO,
    macsha1: WHO,
    make: WHO,
    model: WHO,
    carrier: WHO,
    language: 'en',
    devicetype: 2,
    geo: { country: 'USA', lat: 52.520008, lon: 13.404954, city: WHO, zip: '10115', metro: WHO },
    ext: { who: WHO },
  },
  user: {
    id: WHO,
    buyeruid: WHO,
    yob: 1984,
    gender: 'F',
    keywords: WHO,
    kwarray: [WHO],
    customdata: WHO,
    consent: WHO,
    geo: { lat: 52.520008, lon: 13.404954 },
    data: [{ id: WHO, name: WHO, segment: [{ id: WHO, name: WHO, value: WHO }] }],
    eids: [{ source: 'id.example', uids: [{ id: WHO, atype: 1 }] }],
    ext: { consent: WHO, eids: [{ source: 'id.example', uids: [{ id: WHO }] }] },
  },
  regs: { gpp: WHO, gpp_sid: [7], us_privacy: '1YNN', ext: { who: WHO, us_privacy: '1YNN' } },
  ext: {
    who: WHO,
    messages: [{ role: 'user', content: `I am ${WHO}, ${MAIL}` }],
    parley: { conversation: WHO, shown: [] },
    service: {
      messageSequenceNumber: 3,
      messageLength: 4711,
      isQuickReply: false,
      sessionDurationMs: 424_242,
      conversation: WHO,
      intent: {
        value: 'purchase_inquiry',
        confidence: 0.918273,
        topics: ['tents', MAIL, `the tent that ${WHO} bought for her trip`, PHONE],
        signals: [WHO],
      },
      sentiment: { value: 'positive', score: 0.424242 },
      funnel: { stage: 'consideration', progress: 0.737373 },
      audience: { interests: [WHO], behaviors: [WHO] },
    },
  },
};

const CAMPAIGN = 'campaign-77';

/** A bidder that puts what it has learned of the person into whatever it may. */
function startEcho() {
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(asked) {
      const { id, imp } = (await asked.json()) as { id: string; imp: readonly { id: string }[] };
      const one = {
        id: WHO,
        impid: imp[0]?.id,
        price: 3,
        adomain: ['echo.example'],
        // Reports have them.
        cid: CAMPAIGN,
        crid: CAMPAIGN,
        bundle: MAIL,
        cat: ['IAB1', MAIL],
        language: 'en',
        dealid: WHO,
        adm: JSON.stringify({
          assets: [{ id: 17012345678, title: { text: 'An ad' } }],
          link: { url: 'https://echo.example/' },
        }),
        ext: { who: WHO },
      };
      return Response.json({ id, cur: 'USD', seatbid: [{ seat: 'echo', bid: [one] }] });
    },
  });
  atCleanUp(() => server.stop(true));
  return server;
}

/** A bidder whose errors quote the request. */
function startQuoting() {
  const quote = async (asked: Request) => new Response(await asked.text(), { status: 400 });
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: quote });
  atCleanUp(() => server.stop(true));
  return server;
}

async function samplesOf({ dataDir }: Started) {
  const database = await openDatabase({ kind: 'sqlite', file: join(dataDir, 'parley.db') });
  try {
    return await database.query('select * from request_samples order by minute_ms');
  } finally {
    await database.close();
  }
}

const bytesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

test('no byte on disk is about the person, whatever a request and a bid have in their fields', async () => {
  const echo = startEcho();
  const quoting = startQuoting();
  const exchange = await startFrom(`partners:
  - { name: dsp, kind: openrtb, url: "http://127.0.0.1:${echo.port}" }
  - { name: quoting, kind: openrtb, url: "http://127.0.0.1:${quoting.port}" }
`);
  // As it came, with a consent string and no more; and without what keeps the bidder from being asked.
  const { regs: _, ...free } = STUFFED;
  for (const request of [STUFFED, free]) {
    const response = await bid(exchange.port, JSON.stringify({ ...request, test: 0 }));
    expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
  }
  await eventually(async () => (await samplesOf(exchange)).length === 2);
  const rows = await samplesOf(exchange);
  const samples = rows.map(({ body }) => String(body));
  // Found by the ids that the caller has, and by those alone: two of the same id have nothing in common.
  const sampled = async (find: string) => {
    const answer = await fetch(`${exchange.adminUrl}/api/samples?find=${find}`);
    return ((await answer.json()) as SampleSearch).rows.length;
  };
  expect([await sampled(WHO), await sampled('annmille')]).toEqual([2, 0]);
  expect(new Set(rows.map(({ bid_request_digest }) => bid_request_digest)).size).toBe(2);
  await exchange.stop();

  // What may be in it is there, so that it is a sample of these requests.
  for (const body of samples) {
    const { request, bids } = JSON.parse(body);
    expect(request.site.kwarray).toEqual(['tents']);
    expect(request.ext.service.intent.topics).toEqual(['tents']);
    expect(request.badv).toEqual(['blocked.example']);
    expect(request.wseat).toEqual(['echo', 'Advertiser of all']);
    expect(request.imp[0].id).toBe('1');
    expect(bids[0]).toMatchObject({ partner: 'dsp', seat: 'echo', usdMicros: 3_000_000 });
  }
  const kept = samples.join('\n');
  for (const number of ['52.52', '13.40', '10115', '1984', '4711', '424242', '737373', '918273']) {
    expect(kept).not.toContain(number);
  }
  expect(kept).not.toContain(CAMPAIGN);
  expect(kept).not.toMatch(PHONE_PARTS);
  for (const stored of [kept, bytesIn(exchange.dataDir)]) {
    for (const text of [WHO, 'mail.example', '198.51.100', '2001:db8', '17012345678']) {
      expect(stored.includes(text) ? `${text} is stored` : 'nothing').toBe('nothing');
    }
  }
});
