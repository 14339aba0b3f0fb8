/**
 * What bidding costs with campaigns of the store, as a ratio to the same campaigns of a file, in one run: as they were
 * loaded, and with a hundred of them changed since.
 */
import type { LiveEntry } from '../../src/demand/campaigns/campaign-tier.ts';
import { createCampaignsPartner } from '../../src/demand/campaigns/campaigns-partner.ts';
import { createLiveCampaigns } from '../../src/demand/campaigns/live-campaigns.ts';
import type { LocalPartner, Solicitation } from '../../src/demand/partner.ts';
import { createRateBook } from '../../src/demand/rate-book.ts';
import { considerate } from '../../src/lib/steps.ts';
import { Refusal } from '../../src/openrtb/refusal.ts';
import { validate } from '../../src/openrtb/validate.ts';
import { manyCampaigns } from '../demand/many-campaigns.ts';
import { MIXES } from '../demand/targeting-mixes.ts';
import { variedRequests } from '../demand/varied-requests.ts';

const NOW_MS = Date.UTC(2026, 4, 6, 14);
const ROUNDS = 15;
const REPEATS = 10;
const CHANGED = 100;
const BASE = { name: 'bench', imageBaseUrl: 'https://bid.example.com' };

const budgets = {
  indexOf: () => undefined,
  canPay: () => true,
  reserve: () => true,
  countTrial: () => {},
  holdCause: () => 'slice' as const,
  countHeld: () => {},
};

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

const asked = variedRequests(500).map(solicitation);

function roundUs({ bid }: LocalPartner): number {
  const start = Bun.nanoseconds();
  for (let repeat = 0; repeat < REPEATS; repeat++) for (const one of asked) bid(one);
  return (Bun.nanoseconds() - start) / (REPEATS * asked.length) / 1000;
}

/** In turns, so that other work on the machine disturbs all alike. */
function medians(partners: readonly LocalPartner[]): readonly number[] {
  const rounds = Array.from({ length: ROUNDS }, () => partners.map(roundUs));
  return partners.map((_, index) => {
    const times = rounds.map((round) => round[index] ?? 0).sort((a, b) => a - b);
    return times[ROUNDS >> 1] ?? 0;
  });
}

const [mix] = Object.values(MIXES);
if (mix === undefined) throw new Error('there is no mix of campaigns');
for (const size of [10, 10_000]) {
  const campaigns = manyCampaigns(size, mix);
  const entries: readonly LiveEntry[] = campaigns.map((campaign, row) => ({
    id: campaign.id,
    row,
    text: JSON.stringify(campaign),
  }));
  const pace = considerate(() => performance.now());
  const options = { ...BASE, budgets, rates: createRateBook(), pace, whenQuiet: () => () => {} };
  const changed = createLiveCampaigns(options, entries);
  const changes = entries.slice(0, CHANGED).map((entry) => ({ id: entry.id, entry }));
  const start = Bun.nanoseconds();
  await changed.apply(changes);
  const changeMs = (Bun.nanoseconds() - start) / 1e6;
  const [file = 0, store = 0, after = 0] = medians([
    createCampaignsPartner({ ...BASE, campaigns, budgets }),
    createLiveCampaigns(options, entries).partner,
    changed.partner,
  ]);
  process.stdout.write(
    `${String(size).padStart(6)} campaigns: file ${file.toFixed(2)} µs, ` +
      `store ${(store / file).toFixed(2)} ×, ` +
      `store with ${changes.length} changed ${(after / file).toFixed(2)} × ` +
      `(brought in within ${changeMs.toFixed(0)} ms)\n`,
  );
}
