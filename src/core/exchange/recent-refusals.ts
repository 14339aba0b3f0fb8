import { createHash } from 'node:crypto';
import { cut } from '../../lib/text.ts';
import { createRecent } from './recent.ts';

/** A refused request, as support needs it. */
export type RefusalRecord = {
  readonly requestId: string;
  readonly timeMs: number;
  readonly code: string;
  readonly field: string | undefined;
  readonly reason: string;
  readonly publisher: string | undefined;
};

/** The code of a request that is no bid request for a native ad, which is no fault: it is answered without an ad. */
export const NO_NATIVE = 'no-native';

export const REFUSALS_REMEMBERED = 1024;

/** They come in floods, so they are kept apart and cannot push out the others. */
const FLOODS: ReadonlySet<string> = new Set(['RATE_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE']);

const FIELD_UNITS_MAX = 200;
const REASON_UNITS_MAX = 500;
const PUBLISHER_UNITS_MAX = 128;

export type RecentRefusals = ReturnType<typeof createRecentRefusals>;

/**
 * The last requests that ended before there was an auction, found by request id (ruling 58) or by the id in the bid
 * request. Of that one a digest alone is kept: a caller may have put a person into it.
 */
export function createRecentRefusals(countMax: number = REFUSALS_REMEMBERED) {
  const anyAge = { bytesMax: Number.POSITIVE_INFINITY, ageMsMax: Number.POSITIVE_INFINITY };
  const limits = { countMax, ...anyAge, nowMs: () => 0 };
  const faults = createRecent<RefusalRecord>(limits);
  const floods = createRecent<RefusalRecord>(limits);
  const found = (name: string) => faults.find(name) ?? floods.find(name);
  return {
    add(
      { requestId, timeMs, code, field, reason, publisher }: RefusalRecord,
      bidRequestId = '',
    ): void {
      const record = {
        requestId,
        timeMs,
        code,
        field: field && cut(field, FIELD_UNITS_MAX),
        reason: cut(reason, REASON_UNITS_MAX),
        publisher: publisher && cut(publisher, PUBLISHER_UNITS_MAX),
      };
      const names = bidRequestId === '' ? [requestId] : [requestId, textDigest(bidRequestId)];
      (FLOODS.has(code) ? floods : faults).add(names, record, 0);
    },
    /** By either id. */
    find: (id: string) => found(id) ?? found(textDigest(id)),
    /** Faulty requests first, then those over a limit; each the newest first, at most `listedMax`. */
    list: (listedMax: number) => [...faults.list(listedMax), ...floods.list(listedMax)],
  };
}

/** 48 bits: of a hundred thousand texts, one in a billion others has the digest of one of them. */
const DIGEST_DIGITS = 12;

/** Tells whether a text is the one that was seen before, without keeping it: it may be about a person. */
export function textDigest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, DIGEST_DIGITS);
}
