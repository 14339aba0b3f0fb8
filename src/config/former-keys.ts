import Type, { type TSchema } from 'typebox';
import { type Fault, findFault, isObject } from '../lib/schema-fault.ts';
import { DatabaseUrl, RedisUrl } from './value-schemas.ts';

type FormerFault = Pick<Fault, 'path' | 'reason'>;

type KeyWarning = { readonly path: string; readonly words: string };

type FormerList = {
  readonly path: string;
  readonly schema: TSchema;
  /** The key for the one entry that is left. */
  readonly key: string;
  /** What to do with a list of several. */
  readonly advice: string;
};

const URLS_MAX = 16;

const REDIS_URLS: FormerList = {
  path: 'redisUrls',
  schema: Type.Array(RedisUrl, { minItems: 1, maxItems: URLS_MAX }),
  key: 'redisUrl',
  advice:
    'limits are shared through one Redis now: write the first URL in redisUrl on every machine; the limits that the ' +
    'others had are counted anew from that second on',
};

const DATABASE_URLS: FormerList = {
  path: 'ledger.databaseUrls',
  schema: Type.Array(DatabaseUrl, { minItems: 1, maxItems: URLS_MAX }),
  key: 'databaseUrl',
  advice:
    'the ledger has one database now: write the first URL, whose database has the budgets and the campaign store, in ' +
    'databaseUrl, after the others have been merged into it as docs/deploy/upgrade.md says',
};

/** The file without the keys of 0.1: a list of one is read as the key for one, one of several is a fault, lanes are nothing. */
export function withoutFormerKeys(file: unknown) {
  const warnings: KeyWarning[] = [];
  const faults: FormerFault[] = [];
  if (!isObject(file)) return { value: file, warnings, faults };
  const { redisUrls, ...others } = file;
  const value: Record<string, unknown> = others;
  const { databaseUrls, lanes, ...ledger } = isObject(file.ledger) ? file.ledger : {};
  if (isObject(file.ledger)) value.ledger = ledger;
  for (const [former, list] of [
    [REDIS_URLS, redisUrls],
    [DATABASE_URLS, databaseUrls],
  ] as const) {
    if (!isSet(list)) continue;
    const fault = faultOf(list, former, file);
    if (fault !== undefined) {
      faults.push(fault);
      continue;
    }
    const { path, key } = former;
    [value[key]] = list as readonly unknown[]; // The schema says so.
    warnings.push({ path, words: `is read as ${key}: write its one URL there instead` });
  }
  if (isSet(lanes)) warnings.push(LANES_IGNORED);
  return { value, warnings, faults };
}

const LANES_IGNORED: KeyWarning = {
  path: 'ledger.lanes',
  words: 'has no effect any more, since machines write side by side without lanes: remove it',
};

function faultOf(
  list: unknown,
  { path, schema, key, advice }: FormerList,
  file: Readonly<Record<string, unknown>>,
): FormerFault | undefined {
  const fault = findFault(schema, list, path);
  if (fault !== undefined) return fault;
  if (isSet(file[key])) return { path, reason: `expected nothing, since there is ${key}` };
  return (list as readonly unknown[]).length > 1 ? { path, reason: advice } : undefined;
}

/** A key with nothing behind it counts as absent. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
