/**
 * What finding and composing bids costs as the number of campaigns grows. The ratio to ten campaigns is
 * what to look at: under 3 for ten thousand is the aim, whatever the campaigns ask for.
 */
import { createCampaignsPartner } from '../../src/demand/campaigns/campaigns-partner.ts';
import type { Solicitation } from '../../src/demand/partner.ts';
import { Refusal } from '../../src/openrtb/refusal.ts';
import { validate } from '../../src/openrtb/validate.ts';
import { manyCampaigns } from '../demand/many-campaigns.ts';
import { MIXES } from '../demand/targeting-mixes.ts';
import { variedRequests } from '../demand/varied-requests.ts';

const SIZES = [10, 1_000, 10_000];
const REQUESTS = 500;
const ROUNDS = 15;
const NOW_MS = Date.UTC(2026, 4, 6, 14);

function solicitation(body: object): Solicitation {
  const request = validate(body);
  if (request instanceof Refusal) throw new Error(request.details.reason);
  const imps = request.imps.map((imp) => ({ ...imp, floorMicros: 0, acceptedFormats: undefined }));
  return {
    request,
    imps,
    nowMs: NOW_MS,
    chance: Math.random,
    onlyRelevant: false,
    rejectionOf: () => undefined,
  };
}

const solicitations = variedRequests(REQUESTS).map(solicitation);

/** The median over the rounds: other work on the machine disturbs single rounds. */
function measure(work: (asked: Solicitation) => unknown): number {
  const calls = 20 * REQUESTS;
  const microseconds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = Bun.nanoseconds();
    for (let repeat = 0; repeat < 20; repeat++) for (const asked of solicitations) work(asked);
    microseconds.push((Bun.nanoseconds() - start) / calls / 1000);
  }
  return microseconds.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
}

process.stdout.write(
  `median of ${ROUNDS} rounds of ${20 * REQUESTS} requests, one impression each\n`,
);
for (const [name, mix] of Object.entries(MIXES)) {
  process.stdout.write(`\n${name}\n`);
  let least: number | undefined;
  for (const size of SIZES) {
    const campaigns = manyCampaigns(size, mix);
    const started = Bun.nanoseconds();
    const { bid } = createCampaignsPartner({
      name: 'bench',
      campaigns,
      imageBaseUrl: 'https://bid.example.com',
    });
    const buildMs = (Bun.nanoseconds() - started) / 1e6;
    let bids = 0;
    for (const asked of solicitations) {
      const reply = bid(asked);
      if (reply.kind === 'bids') bids += reply.bids.length;
    }
    const us = measure(bid);
    least ??= us;
    process.stdout.write(
      `${String(size).padStart(8)} campaigns ${us.toFixed(2).padStart(7)} µs  ` +
        `${(us / least).toFixed(2).padStart(5)} × ten  ` +
        `${(bids / REQUESTS).toFixed(2)} bids a request  built in ${buildMs.toFixed(0)} ms\n`,
    );
  }
}
