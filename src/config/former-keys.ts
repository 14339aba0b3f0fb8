import Type, { type TSchema } from 'typebox';
import { type Fault, findFault, isObject } from '../lib/schema-fault.ts';
import { DatabaseUrl, RedisUrl } from './value-schemas.ts';

/** A file without the keys that only 0.1 has, and a sentence for each that it had. */
export type CurrentFile = {
  readonly value: unknown;
  readonly warnings: readonly Warning[];
};

export type Warning = { readonly path: string; readonly words: string };

export type FormerKeyFault = Pick<Fault, 'path' | 'reason'>;

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

/**
 * Reads the keys that went with 0.2: a list of one as the key for one, and `ledger.lanes` as nothing. A list of several
 * has no meaning any more, and is a fault.
 */
export function withoutFormerKeys(file: unknown): CurrentFile | FormerKeyFault {
  if (!isObject(file)) return { value: file, warnings: [] };
  const { redisUrls, ledger, ...others } = file;
  const { databaseUrls, lanes, ...ledgerOthers } = isObject(ledger) ? ledger : {};
  const redis = readList(redisUrls, REDIS_URLS, file);
  if ('reason' in redis) return redis;
  const database = readList(databaseUrls, DATABASE_URLS, file);
  if ('reason' in database) return database;
  const currentLedger = isObject(ledger) ? ledgerOthers : ledger;
  return {
    value: {
      ...others,
      ...(ledger === undefined ? {} : { ledger: currentLedger }),
      ...redis.keys,
      ...database.keys,
    },
    warnings: [...redis.warnings, ...database.warnings, ...(isSet(lanes) ? [LANES_IGNORED] : [])],
  };
}

const LANES_IGNORED: Warning = {
  path: 'ledger.lanes',
  words: 'has no effect any more, since machines write side by side without lanes: remove it',
};

type ReadList = {
  readonly keys: Readonly<Record<string, unknown>>;
  readonly warnings: readonly Warning[];
};

function readList(
  list: unknown,
  { path, schema, key, advice }: FormerList,
  file: Readonly<Record<string, unknown>>,
): ReadList | FormerKeyFault {
  if (!isSet(list)) return { keys: {}, warnings: [] };
  const fault = findFault(schema, list, path);
  if (fault !== undefined) return fault;
  if (isSet(file[key])) return { path, reason: `expected nothing, since there is ${key}` };
  const [only, ...further] = list as readonly unknown[]; // The schema says so.
  if (further.length > 0) return { path, reason: advice };
  return { keys: { [key]: only }, warnings: [{ path, words: `is read as ${key}: ${RENAME}` }] };
}

const RENAME = 'write its one URL there instead';

/** A key with nothing behind it counts as absent. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
