import { cut } from '../lib/cut.ts';

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

/** They come in floods, so they have a ring of their own and cannot push out the others. */
const FLOODS: ReadonlySet<string> = new Set(['RATE_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE']);

export function createRecentRefusals(capacity: number = REFUSALS_REMEMBERED): RecentRefusals {
  const faults = createRing(capacity);
  const floods = createRing(capacity);
  return {
    add: (record) => (FLOODS.has(record.code) ? floods : faults).add(record),
    find: (requestId) => faults.find(requestId) ?? floods.find(requestId),
    list: (countMax) => [...faults.list(countMax), ...floods.list(countMax)],
  };
}

const FIELD_UNITS_MAX = 200;
const REASON_UNITS_MAX = 500;
const PUBLISHER_UNITS_MAX = 128;

/** A record is a few strings and a number in arrays of a fixed length, so that the heap holds few objects. */
function createRing(capacity: number): RecentRefusals {
  const column = () => new Array<string | undefined>(capacity);
  const [ids, codes, fields, reasons, publishers] = [
    column(),
    column(),
    column(),
    column(),
    column(),
  ];
  const times = new Float64Array(capacity);
  let next = 0;
  const at = (row: number): RefusalRecord | undefined => {
    const requestId = ids[row];
    if (requestId === undefined) return undefined;
    const timeMs = times[row] ?? 0;
    const [code, reason] = [codes[row] ?? '', reasons[row] ?? ''];
    return { requestId, timeMs, code, field: fields[row], reason, publisher: publishers[row] };
  };
  return {
    add({ requestId, timeMs, code, field, reason, publisher }) {
      ids[next] = requestId;
      codes[next] = code;
      fields[next] = field && cut(field, FIELD_UNITS_MAX);
      reasons[next] = cut(reason, REASON_UNITS_MAX);
      publishers[next] = publisher && cut(publisher, PUBLISHER_UNITS_MAX);
      times[next] = timeMs;
      next = (next + 1) % capacity;
    },
    find: (requestId) => at(ids.indexOf(requestId)),
    list(countMax) {
      const newest = Array.from({ length: Math.min(countMax, capacity) }, (_, back) =>
        at((next - 1 - back + capacity) % capacity),
      );
      return newest.flatMap((record) => record ?? []);
    },
  };
}
