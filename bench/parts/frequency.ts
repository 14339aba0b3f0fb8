/**
 * What frequency caps cost: one request without a socket, from the text of its body to its outcome, with the campaigns that
 * come with Parley. CPU of the whole process. The variants take turns in many short rounds, and each ratio is the median of
 * those of the rounds, since neighbours on the machine come and go. At most 1.05 of a whole request is the aim.
 */

import { NOTHING_SENSITIVE } from '../../src/auction/find-sensitive.ts';
import { NO_RULES } from '../../src/auction/rules.ts';
import type { Campaign } from '../../src/demand/campaigns/campaign-schema.ts';
import { createCampaignsPartner } from '../../src/demand/campaigns/campaigns-partner.ts';
import { DEFAULT_CAMPAIGNS_FILE } from '../../src/demand/campaigns/default-campaigns.ts';
import { createAdvertiserRules } from '../../src/demand/campaigns/frequency.ts';
import { CampaignsFault, readCampaigns } from '../../src/demand/campaigns/read-campaigns.ts';
import { createExchange } from '../../src/exchange/exchange.ts';
import { COUNT_BYTES, mapCounts } from '../../src/limits/frequency/count-memory.ts';
import { createSubjectCounts } from '../../src/limits/frequency/subject-counts.ts';
import { ownMemory } from '../../src/limits/limit-counters.ts';
import { createMachineLimiter } from '../../src/limits/machine-limiter.ts';
import { numberedBodies } from '../requests.ts';
import { SELLING } from '../selling.ts';

/** The first ones warm up. */
const WARM_UP_ROUNDS = 30;
const ROUNDS = 200;
const CALLS = 400;
const NOW_MS = Date.UTC(2026, 4, 6, 14);
const LIMITS = { globalPerSecond: 1e6, publisherPerSecond: 1e6, ipPerSecond: 1e6 };
const CAPS = [
  { of: 'campaign', per: 'conversation', within: '1d', atMost: 1 },
  { of: 'advertiser', per: 'conversation', within: '7d', atMost: 5 },
] as const;
const ALWAYS_PAYS = {
  indexOf: () => 0,
  canPay: () => true,
  reserve: () => true,
  countTrial: () => {},
  holdCause: () => 'slice' as const,
  countHeld: () => {},
};

const read = readCampaigns(DEFAULT_CAMPAIGNS_FILE);
if (read instanceof CampaignsFault) throw new Error(read.message);
const texts = numberedBodies();
const newId = () => crypto.randomUUID();

/** The bodies of a round: each names a conversation of its own, or none does. */
type Bodies = (round: number) => readonly string[];

const unnamed: Bodies = () => Array.from({ length: CALLS }, (_, call) => textOf(call));
const named: Bodies = (round) =>
  Array.from({ length: CALLS }, (_, call) => {
    const request = JSON.parse(textOf(call));
    const parley = { conversation: `conversation ${call} of round ${round}` };
    return JSON.stringify({ ...request, ext: { ...request.ext, parley } });
  });

function textOf(call: number): string {
  return texts[call % texts.length] ?? '';
}

function variant(campaigns: readonly Campaign[], bodiesIn: Bodies) {
  const memory = mapCounts({ buffer: new ArrayBuffer(COUNT_BYTES), byteOffset: 0 });
  const frequency = {
    counts: createSubjectCounts(memory, 'a secret'),
    advertisers: createAdvertiserRules(),
  };
  const partner = createCampaignsPartner({
    name: 'house',
    campaigns,
    imageBaseUrl: 'https://bid.example.com',
    budgets: ALWAYS_PAYS,
    frequency,
  });
  const standing = { gvlId: undefined, needsConsent: false };
  const partners = [{ partner, standing, isPaused: () => false }];
  const exchange = createExchange({
    limiter: createMachineLimiter(LIMITS, ownMemory(LIMITS), Date.now),
    locate: () => undefined,
    auction: {
      partners: () => partners,
      rulesOf: () => NO_RULES,
      rates: new Map(),
      defaultType: 1,
      timeoutMs: 500,
      findSensitive: () => NOTHING_SENSITIVE,
    },
    tickMs: () => performance.now(),
    nowMs: () => NOW_MS,
    chance: Math.random,
    newId,
    ...SELLING,
  });
  let sales = 0;
  return {
    soldShare: () => sales / ((WARM_UP_ROUNDS + ROUNDS) * CALLS),
    /** CPU of a request, in microseconds. */
    async round(number: number): Promise<number> {
      const bodies = bodiesIn(number);
      const before = process.cpuUsage();
      for (const text of bodies) {
        const { outcome } = await exchange(
          {
            origin: null,
            caller: '192.0.2.1',
            requestId: newId(),
            arrivedMs: performance.now(),
            isOverloaded: false,
            headers: new Headers(),
            readBody: async () => ({ text, bytes: text.length, repairs: [] }),
          },
          'strict',
        );
        if ('seatbid' in outcome) sales++;
      }
      const { user, system } = process.cpuUsage(before);
      return (user + system) / CALLS;
    },
  };
}

const capped = read.map((campaign): Campaign => ({ ...campaign, frequency: [...CAPS] }));
const PAIRS = {
  'no conversation named': [variant(read, unnamed), variant(capped, unnamed)],
  'a new conversation each': [variant(read, named), variant(capped, named)],
} as const;

for (const [name, [without, withCaps]] of Object.entries(PAIRS)) {
  const rounds: { readonly plainUs: number; readonly cappedUs: number }[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    const plainUs = await without.round(round);
    const cappedUs = await withCaps.round(round);
    if (round >= WARM_UP_ROUNDS) rounds.push({ plainUs, cappedUs });
  }
  const plainUs = medianOf(rounds.map((round) => round.plainUs));
  const moreUs = medianOf(rounds.map((round) => round.cappedUs - round.plainUs));
  const ratio = medianOf(rounds.map((round) => round.cappedUs / round.plainUs));
  process.stdout.write(
    `${name}: ${plainUs.toFixed(1)} µs without caps, ${moreUs.toFixed(1)} µs more with two on every campaign: ` +
      `${ratio.toFixed(3)}; sold ${without.soldShare().toFixed(2)} and ${withCaps.soldShare().toFixed(2)}\n`,
  );
}
process.exit(0);

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
