/**
 * What finding and composing bids costs where campaigns pay for clicks, beside the same campaigns with a CPM: with rates
 * that nothing is known of, and with rates that were learned at a hundred sites each. In turns, in one process.
 */
import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import { createCampaignsPartner } from '../../src/demand/campaigns/campaigns-partner.ts';
import { packRates } from '../../src/demand/packed-rates.ts';
import type { Solicitation } from '../../src/demand/partner.ts';
import { createRateBook } from '../../src/demand/rate-book.ts';
import { learnRates } from '../../src/demand/rate-model.ts';
import { Refusal } from '../../src/openrtb/refusal.ts';
import { validate } from '../../src/openrtb/validate.ts';
import { createChance } from '../../test/chance.ts';
import { manyCampaigns } from '../demand/many-campaigns.ts';
import { MIXES } from '../demand/targeting-mixes.ts';
import { variedRequests } from '../demand/varied-requests.ts';

const SIZES = [10, 10_000];
const REQUESTS = 500;
const ROUNDS = 20;
const REPEATS = 4;
const SITES = 100;
const NOW_MS = Date.UTC(2026, 4, 6, 14);
const PARTNER = 'bench';
/** A CPM in this many USD is the price of a click that one in a hundred makes. */
const CPC_OF_CPM = 0.1;

const chance = createChance(1);
const solicitations = variedRequests(REQUESTS).map((body): Solicitation => {
  const request = validate(body);
  if (request instanceof Refusal) throw new Error(request.details.reason);
  const imps = request.imps.map((imp) => ({ ...imp, floorMicros: 0, acceptedFormats: undefined }));
  const rejectionOf = () => undefined;
  return { request, imps, nowMs: NOW_MS, chance, onlyRelevant: false, rejectionOf };
});

const perClick = ({ cpm = 1, ...rest }: Campaign): Campaign => ({ ...rest, cpc: cpm * CPC_OF_CPM });

function learnedBook(campaigns: readonly Campaign[]) {
  const book = createRateBook();
  const cells = campaigns.flatMap(({ id, advertiser, creatives }) =>
    Array.from({ length: campaigns.length > SITES ? 5 : SITES }, (_, site) => ({
      partner: PARTNER,
      seat: advertiser,
      campaign: id,
      creative: creatives[0]?.id ?? '',
      publisher: `pub-${site}`,
      format: '',
      impressions: 1000,
      clicks: Math.round(20 * chance()),
      conversions: 0,
    })),
  );
  for (const one of learnRates(cells, () => undefined)) book.set(one, packRates(one));
  return book;
}

function usOf(bid: (asked: Solicitation) => unknown): number {
  const start = Bun.nanoseconds();
  for (let repeat = 0; repeat < REPEATS; repeat++) for (const asked of solicitations) bid(asked);
  return (Bun.nanoseconds() - start) / (REPEATS * REQUESTS) / 1000;
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0;

for (const [name, mix] of Object.entries(MIXES).slice(0, 2)) {
  process.stdout.write(`\n${name}, median of ${ROUNDS} rounds in turns\n`);
  for (const size of SIZES) {
    const imageBaseUrl = 'https://bid.example.com';
    const paid = manyCampaigns(size, mix);
    const clicked = paid.map(perClick);
    const partners = [
      { of: 'a CPM', campaigns: paid },
      { of: 'a price for clicks, nothing known', campaigns: clicked },
      { of: 'a price for clicks, rates learned', campaigns: clicked, rates: learnedBook(clicked) },
    ].map(({ of, ...options }) => {
      const { bid } = createCampaignsPartner({ name: PARTNER, imageBaseUrl, ...options });
      return { of, bid, rounds: [] as number[] };
    });
    for (let round = 0; round < ROUNDS; round++) {
      for (const { bid, rounds } of partners) rounds.push(usOf(bid));
    }
    const least = median(partners[0]?.rounds ?? []);
    for (const { of, rounds } of partners) {
      const us = median(rounds);
      process.stdout.write(
        `${String(size).padStart(8)} campaigns with ${of.padEnd(34)} ${us.toFixed(2).padStart(7)} µs  ` +
          `${(us / least).toFixed(2)} × a CPM\n`,
      );
    }
  }
}
