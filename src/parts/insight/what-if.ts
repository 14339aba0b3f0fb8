import type { Candidate } from '../../core/auction/check-bid.ts';
import type { PublisherRules } from '../../core/auction/rules.ts';
import { publisherIdOf } from '../../core/openrtb/bid-request.ts';
import type { RequestSample } from '../../ledger/samples/request-samples.ts';
import type { Steps } from '../../lib/steps.ts';
import { readSample } from './read-sample.ts';
import {
  awardAgain,
  candidatesAgain,
  openAgain,
  type ReplayedAuction,
  type ReplayTerms,
} from './replay-auction.ts';

/** What would be different. */
export type Changes = {
  /** By publisher, in micros of a USD CPM. `ANY_PUBLISHER` holds for all that are not named. */
  readonly floors: ReadonlyMap<string, number>;
  /** Advertisers that no publisher takes. */
  readonly blockedDomains: readonly string[];
  /** Partners that are not there. */
  readonly without: ReadonlySet<string>;
};

export const ANY_PUBLISHER = '*';

/** What was sold, for how much: as it was, and with the changes. */
export type SoldBoth = {
  readonly before: SoldSum;
  readonly after: SoldSum;
};

type SoldSum = { impressions: number; micros: number };

export type ReplayedChanges = ReturnType<typeof startSums>;

function startSums() {
  return {
    /** Samples that were replayed, and the requests that they stand for. */
    samples: 0,
    requests: 0,
    total: bothSums(),
    publishers: new Map<string, SoldBoth>(),
    partners: new Map<string, SoldBoth>(),
  };
}

function bothSums(): SoldBoth {
  return { before: { impressions: 0, micros: 0 }, after: { impressions: 0, micros: 0 } };
}

/** Rows of one table. Further names are counted in the total alone, unless a change names them. */
const NAMES_MAX = 200;

const NO_NAME = '';

/** Holds every sampled auction twice: as it was, by the rules of now, and with the changes. */
export function* replayChanges(
  samples: readonly RequestSample[],
  changes: Changes,
  terms: ReplayTerms,
): Steps<ReplayedChanges> {
  const sums = startSums();
  const changed = { ...terms, rulesOf: changedRules(terms, changes) };
  for (const { text, weightThousandths } of samples) {
    const sampled = readSample(text);
    yield;
    if (sampled === undefined) continue;
    const weight = weightThousandths / 1000;
    sums.samples++;
    sums.requests += weight;
    const publisher = publisherIdOf(sampled.request.wire) ?? NO_NAME;
    const left = sampled.bids.filter(({ partner }) => !changes.without.has(partner));
    const sides = [
      ['before', openAgain(sampled, terms), sampled.bids],
      ['after', openAgain(sampled, changed), left],
    ] as const;
    for (const [side, auction, bids] of sides) {
      for (const { candidate, clearingMicros } of winsOf(auction, bids, terms)) {
        const micros = (weight * clearingMicros) / IMPRESSIONS_PER_MILLE;
        const rows = [
          sums.total,
          rowOf(sums.publishers, publisher, changes.floors.has(publisher)),
          rowOf(sums.partners, candidate.partner, changes.without.has(candidate.partner)),
        ];
        for (const row of rows) addTo(row?.[side], weight, micros);
      }
    }
  }
  return sums;
}

const IMPRESSIONS_PER_MILLE = 1000;

function winsOf(
  auction: ReplayedAuction,
  bids: Parameters<typeof candidatesAgain>[0],
  { chance }: ReplayTerms,
) {
  const candidates: readonly Candidate[] = candidatesAgain(bids, auction.judgement);
  return awardAgain(auction, candidates, chance);
}

/** undefined: there are too many names. */
function rowOf(rows: Map<string, SoldBoth>, name: string, isAsked: boolean): SoldBoth | undefined {
  const known = rows.get(name);
  if (known !== undefined || (rows.size >= NAMES_MAX && !isAsked)) return known;
  const created = bothSums();
  rows.set(name, created);
  return created;
}

function addTo(sum: SoldSum | undefined, impressions: number, micros: number): void {
  if (sum === undefined) return;
  sum.impressions += impressions;
  sum.micros += micros;
}

/** A floor takes the publisher's own one out; that of a request stays the least that its bids may be. */
function changedRules({ rulesOf }: ReplayTerms, changes: Changes): ReplayTerms['rulesOf'] {
  const { floors, blockedDomains } = changes;
  return (publisher): PublisherRules => {
    const rules = rulesOf(publisher);
    const floorMicros = floors.get(publisher ?? NO_NAME) ?? floors.get(ANY_PUBLISHER);
    return {
      ...rules,
      floorMicros: floorMicros ?? rules.floorMicros,
      blockedDomains: [...rules.blockedDomains, ...blockedDomains],
    };
  };
}
