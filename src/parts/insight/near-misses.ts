import type { Campaign } from '../../demand/campaigns/campaign-schema.ts';
import type { Steps } from '../../lib/steps.ts';
import { conditionTrial } from './failed-condition.ts';
import { asReplayed } from './own-bids.ts';
import { openAgain, type ReplayTerms } from './replay-auction.ts';
import { readSample, type SampledAuction } from './sampled-auction.ts';

/** A request that was kept without the person, or that is still remembered. */
export type KeptRequest = {
  readonly text: string;
  readonly atMs: number;
  /** How many requests it stands for. */
  readonly weight: number;
  /** Of its auction, where that is remembered. */
  readonly requestId: string | null;
};

/** A request that a campaign would run on without one of its conditions. */
export type NearMiss = Pick<KeptRequest, 'atMs' | 'requestId'> & {
  readonly field: string;
  readonly request: SampledAuction['request'];
};

/** Of requests, those that nearly matched a campaign: how many by the condition, and the last of them. */
export type NearMisses = {
  /** What the requests that were looked at stand for. */
  readonly looked: number;
  /** What those stand for that fail no condition. */
  readonly matched: number;
  /** By the field of the condition that they fail alone. */
  readonly byField: ReadonlyMap<string, number>;
  /** The latest first. */
  readonly last: readonly NearMiss[];
  /** Conditions that samples tell nothing about. */
  readonly ignored: readonly string[];
};

/** Requests that are listed. */
export const NEAR_MISSES_MAX = 20;

export function* findNearMisses(
  requests: readonly KeptRequest[],
  { partner, campaign }: { readonly partner: string; readonly campaign: Campaign },
  terms: ReplayTerms,
  isOver: () => boolean,
): Steps<NearMisses> {
  const { runsOn, failedAlone } = yield* conditionTrial(campaign);
  const byField = new Map<string, number>();
  const found: NearMiss[] = [];
  let looked = 0;
  let matched = 0;
  for (const { text, atMs, weight, requestId } of requests) {
    if (isOver()) break;
    yield;
    const sampled = readSample(text);
    if (sampled === undefined) continue;
    looked += weight;
    const auction = openAgain(sampled, terms);
    const isClosed = auction.judgement.imps.length === 0 || sampled.notAsked.includes(partner);
    if (isClosed) continue;
    if (runsOn(auction, atMs) !== undefined) {
      matched += weight;
      continue;
    }
    const field = failedAlone(auction, atMs);
    if (field === undefined) continue;
    byField.set(field, (byField.get(field) ?? 0) + weight);
    keepLatest(found, { atMs, requestId, field, request: sampled.request });
  }
  return { looked, matched, byField, last: found, ignored: asReplayed(campaign).ignored };
}

function keepLatest(found: NearMiss[], miss: NearMiss): void {
  const at = found.findIndex(({ atMs }) => atMs < miss.atMs);
  found.splice(at === -1 ? found.length : at, 0, miss);
  found.length = Math.min(found.length, NEAR_MISSES_MAX);
}
