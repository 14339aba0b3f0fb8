import type { Rates } from '../../core/auction/currency.ts';
import { publisherIdOf } from '../../core/openrtb/bid-request.ts';
import { inPortions } from '../../lib/portions.ts';
import type { Runtime } from '../../lib/runtime.ts';
import { shortened } from '../../lib/shortened.ts';
import {
  idDigest,
  type RequestSample,
  SAMPLE_BYTES_MAX,
  SAMPLES_PER_DAY,
} from './request-samples.ts';
import { type AuctionToSample, isSampled, sampleText } from './sampled-auction.ts';

/** Samples that the workers of a machine have saved up at most while there were few requests. */
export const SAMPLES_SAVED_MAX = 4000;

/** Of what is saved, the part that one time between two flushes may have: traffic that lasts is not left with none. */
const SAVED_PER_FLUSH = 1 / 4;

/** Candidates for each sample. With fewer, a time with less traffic than the one before has too few samples. */
const CANDIDATES_PER_SAMPLE = 2;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const LOTS = 2 ** 52;

type RequestSamplesParts = Pick<Runtime, 'nowMs' | 'chance'> & {
  /** Workers of the machine, which share what it may take. */
  readonly workers: number;
};

/** An auction, with the ids by which somebody may ask for it. */
export type IdentifiedAuction = AuctionToSample & {
  readonly requestId: string;
  /** Those that were changed, each with the caller's own. */
  readonly ids: { readonly request: ReadonlyMap<string, string> };
};

/** Its ids are in memory alone. */
type TakenRequest = Pick<RequestSample, 'minuteMs' | 'text'> & ReturnType<typeof idsOf>;

function idsOf({ requestId, request: { wire }, ids }: IdentifiedAuction) {
  const bidRequestId = ids.request.get(wire.id) ?? wire.id;
  return { requestId, bidRequestId, publisher: shortened(publisherIdOf(wire) ?? '') };
}

function sampleOf(
  { minuteMs, text, requestId, bidRequestId, publisher }: TakenRequest,
  lot: number,
  weightThousandths: number,
): RequestSample {
  const requestDigest = idDigest(lot, requestId);
  const bidRequestDigest = idDigest(lot, bidRequestId);
  const foundBy = { publisher, requestDigest, bidRequestDigest };
  return { lot, minuteMs, weightThousandths, text, foundBy };
}

/**
 * A fair sample of the requests between two flushes (a reservoir): the more requests there are, the more each sample
 * stands for. Only a part of the requests are candidates, by how many came before: a reservoir of all of them would write
 * down several times as many as it keeps.
 */
export function createRequestSamples({ nowMs, chance, workers }: RequestSamplesParts) {
  const savedMax = SAMPLES_SAVED_MAX / workers;
  let saved = savedMax;
  let savedAtMs = nowMs();
  let room = Math.ceil(saved * SAVED_PER_FLUSH);
  let seen = 0;
  let candidates = 0;
  let candidateShare = 1;
  let taken: (TakenRequest | undefined)[] = [];

  function save(): void {
    const now = nowMs();
    const passedMs = Math.max(0, now - savedAtMs);
    saved = Math.min(savedMax, saved + (passedMs * SAMPLES_PER_DAY) / workers / DAY_MS);
    savedAtMs = now;
  }

  return {
    /** Called for each auction once it is answered. */
    consider(auction: IdentifiedAuction, rates: Rates): void {
      if (!isSampled(auction)) return;
      seen++;
      if (candidateShare < 1 && chance() >= candidateShare) return;
      candidates++;
      // The n-th of them takes one of `room` positions with a chance of room/n, so all have the same chance to stay.
      const at = candidates <= room ? candidates - 1 : Math.floor(chance() * candidates);
      if (at >= room) return;
      const text = sampleText(auction, rates);
      const now = nowMs();
      const isShort = Buffer.byteLength(text) <= SAMPLE_BYTES_MAX;
      const minuteMs = now - (now % MINUTE_MS);
      taken[at] = isShort ? { minuteMs, text, ...idsOf(auction) } : undefined;
    },
    /** The samples since the last flush. None while too few are saved or taken: then the next stand for these too. */
    flush(): readonly RequestSample[] {
      save();
      const kept = taken.filter((one) => one !== undefined);
      if (saved < 1) return [];
      if (kept.length === 0) {
        candidateShare = 1;
        return [];
      }
      const weightThousandths = Math.round((1000 * seen) / kept.length);
      saved -= kept.length;
      room = Math.max(1, Math.floor(saved * SAVED_PER_FLUSH));
      candidateShare = Math.min(1, (CANDIDATES_PER_SAMPLE * room) / seen);
      seen = 0;
      candidates = 0;
      taken = [];
      return kept.map((one) => sampleOf(one, Math.floor(chance() * LOTS), weightThousandths));
    },
  };
}

/** Of one journal entry, which is far shorter than a line may be. */
const ENTRY_SAMPLES_MAX = 16;

export const portionsOf = (samples: readonly RequestSample[]) =>
  inPortions(samples, ENTRY_SAMPLES_MAX);
