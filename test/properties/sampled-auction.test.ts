import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { NOTHING_SENSITIVE } from '../../src/core/auction/find-sensitive.ts';
import { openImps } from '../../src/core/auction/open-imps.ts';
import { NO_RULES } from '../../src/core/auction/rules.ts';
import { publisherIdOf } from '../../src/core/openrtb/bid-request.ts';
import { type ValidRequest, validate } from '../../src/core/openrtb/validate.ts';
import { type AuctionToSample, sampleText } from '../../src/ledger/samples/sampled-auction.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import { readSample } from '../../src/parts/insight/read-sample.ts';
import { copy, isJsonObject, type Json } from './json.ts';
import { runs } from './runs.ts';
import { validRequest } from './valid-request.ts';

const RATES = new Map([['EUR', 1.1]]);
const TERMS = { rates: RATES, findSensitive: () => NOTHING_SENSITIVE };

function auctionOf(request: ValidRequest): AuctionToSample {
  const inventory = openImps(request, NO_RULES, TERMS);
  return { request, inventory, solicitations: [], asked: [], wins: [], losses: [] };
}

/** A sample takes the agent of a format for an unknown one where its URL has more than a host, or capitals. */
const ODD_AGENT = /"agent_url":"(?!https:\/\/[a-z.-]+")/;

/** The names of all fields that a sample may have, but for those inside native requests. */
const NAMED = new Set(
  `request bids notAsked reasons id imp native battr bidfloor bidfloorcur secure pmp private_auction deals ext service
  adcpFormats agent_url at cur bcat acat cattax badv bapp wseat bseat wlang site app publisher cat kwarray content
  language domain device devicetype geo country regs dsa dsarequired messageSequenceNumber isQuickReply messageLength
  sessionDurationMs intent value confidence topics signals sentiment score funnel stage progress`.split(
    /\s+/,
  ),
);

function namesIn(value: Json): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, field]) => [name, ...namesIn(field)]);
}

test('the sample of any valid request has named fields alone, is valid, and sells the same impressions', () => {
  fc.assert(
    fc.property(validRequest, (wire) => {
      fc.pre(!ODD_AGENT.test(JSON.stringify(wire)));
      const request = validate(copy(wire));
      if (request instanceof Refusal) throw new Error(`refused: ${request.details.reason}`);
      const auction = auctionOf(request);
      const text = sampleText(auction, RATES);
      const names = namesIn(JSON.parse(text));
      expect(names.filter((name) => !NAMED.has(name))).toEqual([]);

      const sample = readSample(text);
      if (sample === undefined) throw new Error(`not valid any more: ${text}`);
      expect(sample.request.country).toBe(request.country);
      expect(publisherIdOf(sample.request.wire)).toBe(publisherIdOf(request.wire));
      const { open, closed } = openImps(sample.request, NO_RULES, TERMS);
      const first = auction.inventory;
      expect(open.map(({ floorMicros }) => floorMicros)).toEqual(
        first.open.map(({ floorMicros }) => floorMicros),
      );
      expect(open.map(({ native }) => native.assets.length)).toEqual(
        first.open.map(({ native }) => native.assets.length),
      );
      expect(closed.map(({ reason }) => reason)).toEqual(first.closed.map(({ reason }) => reason));
    }),
    { numRuns: runs(30) },
  );
});

test('texts that could name somebody are left out of a sample', () => {
  const request = validate({
    id: 'r1',
    imp: [
      {
        id: '1',
        native: { request: '{"assets":[{"id":1,"title":{"len":90}}]}' },
        ext: { service: { adcpFormats: [{ agent_url: 'https://ann@a.example/', id: 'x' }] } },
      },
    ],
    site: {
      keywords:
        'trail shoes,ann@mail.example,call 0123456,https://x.example/,i am ann from the blue house here',
    },
  });
  if (request instanceof Refusal) throw new Error(request.details.reason);
  const text = sampleText(auctionOf(request), RATES);
  expect(text).not.toContain('ann');
  const sample = readSample(text);
  expect(sample?.request.keywords).toEqual(['trail shoes']);
});

test('a text that is no sample, or one that was cut, is not replayed', () => {
  for (const text of ['', '{', '[]', '{"request":{},"bids":[],"notAsked":[]}']) {
    expect(readSample(text)).toBeUndefined();
  }
});
