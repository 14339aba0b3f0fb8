import { cut } from '../lib/cut.ts';
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

/** The last refused requests, found by request id (ruling 58). */
export type RecentRefusals = {
  readonly add: (record: RefusalRecord) => void;
  readonly find: (requestId: string) => RefusalRecord | undefined;
  /** Faulty requests first, then those over a limit; each the newest first, at most `countMax`. */
  readonly list: (countMax: number) => readonly RefusalRecord[];
};

export const REFUSALS_REMEMBERED = 1024;

/** They come in floods, so they are kept apart and cannot push out the others. */
const FLOODS: ReadonlySet<string> = new Set(['RATE_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE']);

const FIELD_UNITS_MAX = 200;
const REASON_UNITS_MAX = 500;
const PUBLISHER_UNITS_MAX = 128;

export function createRecentRefusals(countMax: number = REFUSALS_REMEMBERED): RecentRefusals {
  const anyAge = { bytesMax: Number.POSITIVE_INFINITY, ageMsMax: Number.POSITIVE_INFINITY };
  const limits = { countMax, ...anyAge, nowMs: () => 0 };
  const faults = createRecent<RefusalRecord>(limits);
  const floods = createRecent<RefusalRecord>(limits);
  return {
    add({ requestId, timeMs, code, field, reason, publisher }) {
      const record = {
        requestId,
        timeMs,
        code,
        field: field && cut(field, FIELD_UNITS_MAX),
        reason: cut(reason, REASON_UNITS_MAX),
        publisher: publisher && cut(publisher, PUBLISHER_UNITS_MAX),
      };
      (FLOODS.has(code) ? floods : faults).add([requestId], record, 0);
    },
    find: (requestId) => faults.find(requestId) ?? floods.find(requestId),
    list: (listedMax) => [...faults.list(listedMax), ...floods.list(listedMax)],
  };
}
