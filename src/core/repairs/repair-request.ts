import { parseJson } from '../../lib/json.ts';
import { Refusal } from '../../lib/refusal.ts';
import { fieldOf, isObject, type JsonObject } from '../../lib/schema-fault.ts';
import type { Warning } from '../openrtb/bid-response.ts';
import { VALUES_MAX } from '../openrtb/size-limits.ts';
import { type Locate, type ValidRequest, validate } from '../openrtb/validate.ts';
import { isStrict, NATIVE_TEXT, type Repair, type RequestRepair, repairedAt } from './repair.ts';
import { NATIVE_REPAIRS, RENAMED, REPAIRS, SHORT_TMAX, SKIPPED, TEXT_REPAIRS } from './table.ts';

/** The ids that were renamed, by their new name. */
export type RenamedIds = {
  readonly request: ReadonlyMap<string, string>;
  readonly imps: ReadonlyMap<string, string>;
};

export const NO_RENAMED_IDS: RenamedIds = { request: new Map(), imps: new Map() };

type Repaired = {
  readonly repairs: readonly Repair[];
  /** For the answer, which has the ids as they came. */
  readonly ids: RenamedIds;
  /** Shorter than any `tmax` that the validation takes; the auction has to keep to it. */
  readonly deadlineMs: number | undefined;
};

/** A request that passed every rule, and what had to be done for it. */
type RepairedValid = Repaired & {
  readonly kind: 'valid';
  readonly request: ValidRequest;
};

/** There are impressions, and none of them is native: no bid, and nothing to validate. */
type NothingNative = { readonly kind: 'no-native'; readonly repairs: readonly Repair[] };

/** A parsed body, ready for the strict validation, and what was done to it. */
type RepairedBody = Repaired & { readonly kind: 'request'; readonly value: unknown };

/** Validates as the strict endpoint does, and once more after the repairs if that refused. */
export function validateRepairing(
  body: unknown,
  locate: Locate,
): RepairedValid | NothingNative | Refusal {
  const request = validate(body, locate);
  if (!(request instanceof Refusal)) return untouched(request);
  const repaired = repairRequest(body);
  if (repaired.kind === 'no-native') return repaired;
  const { value, ...rest } = repaired;
  if (value === body) return request;
  const valid = validate(value, locate);
  return valid instanceof Refusal ? valid : { ...rest, kind: 'valid', request: valid };
}

const NO_REPAIRS: readonly Repair[] = [];

/** A request that needed no repair. */
export function untouched(request: ValidRequest): RepairedValid {
  return {
    kind: 'valid',
    request,
    repairs: NO_REPAIRS,
    ids: NO_RENAMED_IDS,
    deadlineMs: undefined,
  };
}

/** Never changes what it is given. What the validation accepts comes back as the same reference. */
export function repairRequest(body: unknown): RepairedBody | NothingNative {
  const skipped = isObject(body) ? SKIPPED.read(fieldOf(body, 'imp'), 'imp') : undefined;
  if (Array.isArray(skipped?.value) && skipped.value.length === 0) {
    const { reason } = skipped;
    return { kind: 'no-native', repairs: [{ name: SKIPPED.name, field: 'imp', reason }] };
  }
  const repairs: Repair[] = [];
  const ids = { request: new Map<string, string>(), imps: new Map<string, string>() };
  let deadlineMs: number | undefined;
  const repair = (whole: unknown, rows: readonly RequestRepair[]): unknown => {
    let value = whole;
    for (const row of rows) {
      const reported = new Set<string>();
      for (const path of row.paths) {
        value = repairedAt(value, path, (given, at) => {
          const isRight = row.readsAll !== true && isStrict(path, given);
          const meant = isRight ? undefined : row.read(given, path);
          if (meant === undefined) return given;
          if (row === RENAMED) {
            (path === 'id' ? ids.request : ids.imps).set(meant.value as string, given as string);
          }
          if (row === SHORT_TMAX) deadlineMs = given as number;
          const field = at.replace(INSIDE_NATIVE, '');
          if (!reported.has(field)) repairs.push({ name: row.name, field, reason: meant.reason });
          reported.add(field);
          return meant.value;
        });
      }
    }
    return value;
  };
  const texts = repair(body, TEXT_REPAIRS);
  const decoded = repair(repairedAt(texts, NATIVE_TEXT, decodedNative), NATIVE_REPAIRS);
  const repaired = repair(repairedAt(decoded, NATIVE_TEXT, encodedNative), REPAIRS);
  const value = repairs.length === 0 ? body : repaired;
  return { kind: 'request', value, repairs, ids, deadlineMs };
}

/** Faults inside a native request are reported as its own. */
const INSIDE_NATIVE = /(?<=\.native\.request)\..*/;

/** A native request while it is repaired: its text, the JSON in that, and what is in its wrapper, or in it without one. */
type DecodedNative = {
  readonly text: string;
  readonly root: JsonObject;
  readonly given: JsonObject;
  readonly native: JsonObject;
};

function decodedNative(text: unknown): unknown {
  if (typeof text !== 'string') return text;
  const parsed = parseJson(text, VALUES_MAX.nativeRequest);
  if (parsed.kind !== 'json' || !isObject(parsed.value)) return text;
  const root = parsed.value;
  const inner = fieldOf(root, 'native');
  const given = isObject(inner) ? inner : root;
  return { text, root, given, native: given } satisfies DecodedNative;
}

function encodedNative(decoded: unknown): unknown {
  if (!isObject(decoded)) return decoded;
  const { text, root, given, native } = decoded as DecodedNative;
  if (native === given) return text;
  return JSON.stringify(root === given ? native : { ...root, native });
}

/** A body has room for thousands of faults of one kind; each list in it can have one. */
const REPAIRS_TOLD_MAX = 100;

const NO_WARNINGS: readonly Warning[] = [];

/** Every repair is told to the caller who reads warnings. */
export function warnOfRepairs(repairs: readonly Repair[]): readonly Warning[] {
  if (repairs.length === 0) return NO_WARNINGS;
  return repairs
    .slice(0, REPAIRS_TOLD_MAX)
    .map(({ name, field, reason }) => ({ code: 'REQUEST_REPAIRED', field, reason, repair: name }));
}
