import type { Rates } from '../auction/currency.ts';
import {
  type RequestSample,
  SAMPLE_BYTES_MAX,
  SAMPLES_PER_DAY,
} from '../ledger/samples/request-samples.ts';
import type { Runtime } from '../lib/runtime.ts';
import { type AuctionToSample, isSampled, sampleText } from './sampled-auction.ts';

/** Samples that the workers of a machine have saved up at most while there were few requests. */
export const SAMPLES_SAVED_MAX = 4000;

/** Of what is saved, the part that one time between two flushes may have: traffic that lasts is not left with none. */
const SAVED_PER_FLUSH = 1 / 4;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const LOTS = 2 ** 52;

type RequestSamplesParts = Pick<Runtime, 'nowMs' | 'chance'> & {
  /** Workers of the machine, which share what it may take. */
  readonly workers: number;
};

/**
 * A fair sample of the requests between two flushes (a reservoir): the more requests there are, the more each sample
 * stands for. A request costs one random number; only one that is taken is written down.
 */
export function createRequestSamples({ nowMs, chance, workers }: RequestSamplesParts) {
  const savedMax = SAMPLES_SAVED_MAX / workers;
  let saved = savedMax;
  let savedAtMs = nowMs();
  let room = Math.ceil(saved * SAVED_PER_FLUSH);
  let seen = 0;
  let taken: (Pick<RequestSample, 'minuteMs' | 'text'> | undefined)[] = [];

  function save(): void {
    const now = nowMs();
    const passedMs = Math.max(0, now - savedAtMs);
    saved = Math.min(savedMax, saved + (passedMs * SAMPLES_PER_DAY) / workers / DAY_MS);
    savedAtMs = now;
  }

  return {
    /** Called for each auction once it is answered. */
    consider(auction: AuctionToSample, rates: Rates): void {
      if (!isSampled(auction)) return;
      seen++;
      // The n-th of them takes one of `room` positions with a chance of room/n, so all have the same chance to stay.
      const at = seen <= room ? seen - 1 : Math.floor(chance() * seen);
      if (at >= room) return;
      const text = sampleText(auction, rates);
      const now = nowMs();
      const isShort = Buffer.byteLength(text) <= SAMPLE_BYTES_MAX;
      taken[at] = isShort ? { minuteMs: now - (now % MINUTE_MS), text } : undefined;
    },
    /** The samples since the last flush. None while too few are saved: then they stand for the requests to come too. */
    flush(): readonly RequestSample[] {
      save();
      const kept = taken.filter((one) => one !== undefined);
      if (seen === 0 || saved < 1) return [];
      const weightThousandths = Math.round((1000 * seen) / Math.max(1, kept.length));
      saved -= kept.length;
      room = Math.max(1, Math.floor(saved * SAVED_PER_FLUSH));
      seen = 0;
      taken = [];
      return kept.map((one) => {
        return { ...one, lot: Math.floor(chance() * LOTS), weightThousandths };
      });
    },
  };
}

/** Of one journal entry, which is far shorter than a line may be. */
const ENTRY_SAMPLES_MAX = 16;

export function portionsOf(
  samples: readonly RequestSample[],
): readonly (readonly RequestSample[])[] {
  return Array.from({ length: Math.ceil(samples.length / ENTRY_SAMPLES_MAX) }, (_, index) =>
    samples.slice(index * ENTRY_SAMPLES_MAX, (index + 1) * ENTRY_SAMPLES_MAX),
  );
}
