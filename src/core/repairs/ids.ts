import { createHash } from 'node:crypto';
import { fieldOf, isObject, type JsonObject } from '../../lib/schema-fault.ts';
import { isLonger } from '../../lib/text.ts';
import { impsOf } from './imps.ts';
import { inOrder, type RequestRepair, repairEach, repairField } from './repair.ts';
import { STRICT } from './strict.ts';

/**
 * Ids that the strict endpoint does not take go through the auction under a name of ours, and come back in
 * the answer as they came. The same id has the same name in every request, so that reports can group by it.
 */

const ID_LENGTH_MAX = 256;

export const ids: RequestRepair = {
  name: 'id-renamed',
  description: `An \`id\` or \`imp[].id\` of any characters, up to ${ID_LENGTH_MAX}, is accepted and echoed as it came. Partners, notices and reports have another id, made from it.`,
  apply: inOrder(repairField('id', rename), repairEach('imp', repairField('id', rename))),
};

function rename(id: unknown) {
  if (!isUncommon(id)) return undefined;
  const value = safeId(id);
  return { value, reason: `the id is echoed as it came; partners and reports have ${value}` };
}

/** The ids that were renamed, by their new name. */
export type RenamedIds = {
  readonly request: ReadonlyMap<string, string>;
  readonly imps: ReadonlyMap<string, string>;
};

export const NO_RENAMED_IDS: RenamedIds = { request: new Map(), imps: new Map() };

/** Those that the repair renames in this request. */
export function renamedIds(request: JsonObject): RenamedIds {
  return { request: namesOf([request]), imps: namesOf(impsOf(request)) };
}

function namesOf(objects: readonly unknown[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const object of objects) {
    const id = isObject(object) ? fieldOf(object, 'id') : undefined;
    if (isUncommon(id)) names.set(safeId(id), id);
  }
  return names;
}

function isUncommon(id: unknown): id is string {
  if (typeof id !== 'string' || id === '' || STRICT.id.Check(id)) return false;
  return !isLonger(id, ID_LENGTH_MAX);
}

/** With the hash as long as what notices and reports keep of an id. */
const READABLE_LENGTH_MAX = 24;
const HASH_LENGTH = 11;

/** What can be read of the id, and a hash of the whole: 66 bits, so that two are not taken for each other. */
function safeId(id: string): string {
  const words = id.replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^-+/, '');
  const readable = words.slice(0, READABLE_LENGTH_MAX);
  const hash = createHash('sha256').update(id).digest('base64url').slice(0, HASH_LENGTH);
  return `${readable}-${hash}`;
}
