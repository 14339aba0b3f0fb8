import Type, { type TSchema } from 'typebox';
import {
  type AdvertiserDefinition,
  AdvertiserSchema,
  withComparedDomain,
} from '../demand/advertiser-schema.ts';
import {
  type BuyerDefinition,
  BuyerSchema,
  type ProductDefinition,
  ProductSchema,
} from '../demand/buyer-schema.ts';
import type { Breach } from '../demand/campaigns/contradictions.ts';
import { CLOSED } from '../demand/entry-schema.ts';
import { entryFault, KINDS, type PartnerConfig } from '../demand/kinds.ts';
import { Publisher } from '../demand/publisher-schema.ts';
import { preview } from '../lib/preview.ts';
import { findFaults, isObject } from '../lib/schema-fault.ts';
import { withoutNulls } from '../lib/without-nulls.ts';
import { HIDDEN_VALUE } from './account-table.ts';
import type { RefusedChange } from './refused-change.ts';
import type { PartnerDefinition, PublisherDefinition } from './stored-account.ts';

/** What people send as a definition is checked by the rules of the config, with all faults at once. */

/**
 * The path of an account ends with its id, which therefore may not be what addresses have for a folder. Counts that have no
 * room of their own are those of the publisher `other`.
 */
const StoredId = Type.String({
  pattern: '^(?!\\.{1,2}$|other$)[A-Za-z0-9._-]{1,128}$',
  expects: 'an id of 1 to 128 letters, digits, ".", "-" or "_", and not "other"',
});

export const BLOCKED_MAX = 10_000;
const CATEGORY_LENGTH_MAX = 64;
const DOMAIN_LENGTH_MAX = 253;

/** People add to these one by one. */
const blocked = (lengthMax: number) =>
  Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: lengthMax }), { maxItems: BLOCKED_MAX }),
  );

const { keys: _, ...KEYLESS } = Publisher.properties;

/** A publisher as in the config, without its keys: those are made by the exchange. */
export const PublisherSchema = Type.Object(
  {
    ...KEYLESS,
    id: StoredId,
    blockedCategories: blocked(CATEGORY_LENGTH_MAX),
    blockedDomains: blocked(DOMAIN_LENGTH_MAX),
  },
  CLOSED,
);

/** The kinds of partner that the store has. What is in files stays in the config. */
const STORED_KINDS = ['openrtb', 'product-search'] as const;

export const PartnerSchema = Type.Union(STORED_KINDS.map((kind) => KINDS[kind].schema));

type Faulty = Extract<RefusedChange<never>, { readonly kind: 'faults' }>;

/** A definition that may be stored, or all that is wrong with it. */
export type Checked<Definition> = { readonly definition: Definition } | Faulty;

export function checkPublisher(given: unknown): Checked<PublisherDefinition> {
  const value = withoutNulls(PublisherSchema, given);
  const faults = faultsOf(PublisherSchema, value);
  if (isObject(value) && 'keys' in value) {
    const others = faults.filter(({ path }) => path !== 'keys');
    return faulty([...others, { path: 'keys', reason: KEYS_ARE_MADE }]);
  }
  // The schema has passed.
  return faults.length > 0 ? faulty(faults) : { definition: value as PublisherDefinition };
}

const KEYS_ARE_MADE = 'expected none: the exchange makes keys, by POST …/keys';

export function checkAdvertiser(given: unknown): Checked<AdvertiserDefinition> {
  const value = withoutNulls(AdvertiserSchema, given);
  const faults = faultsOf(AdvertiserSchema, value);
  if (faults.length > 0) return faulty(faults);
  const definition = withComparedDomain(value as AdvertiserDefinition); // The schema has passed.
  return definition === undefined
    ? faultAt('domain', 'expected the domain of an advertiser, like shop.example')
    : { definition };
}

export function checkBuyer(given: unknown): Checked<BuyerDefinition> {
  if (isObject(given) && 'token' in given) return faultAt('token', TOKENS_ARE_MADE);
  return checkedBy<BuyerDefinition>(BuyerSchema, given);
}

const TOKENS_ARE_MADE = 'expected none: the exchange makes tokens, by POST …/tokens';

export function checkProduct(given: unknown): Checked<ProductDefinition> {
  return checkedBy<ProductDefinition>(ProductSchema, given);
}

function checkedBy<Definition>(schema: TSchema, given: unknown): Checked<Definition> {
  const value = withoutNulls(schema, given);
  const faults = faultsOf(schema, value);
  // The schema has passed.
  return faults.length > 0 ? faulty(faults) : { definition: value as Definition };
}

/** `before` is what the values of hidden headers are taken from. */
export function checkPartner(
  given: unknown,
  before: PartnerDefinition | undefined,
): Checked<PartnerDefinition> {
  if (!isObject(given)) return faultAt('', `expected an object, but got ${preview(given)}`);
  const kind = STORED_KINDS.find((one) => one === given.kind);
  if (kind === undefined) {
    const expected = STORED_KINDS.map((one) => `"${one}"`).join(' or ');
    return faultAt('kind', `expected ${expected}, but got ${preview(given.kind)}`);
  }
  const { schema } = KINDS[kind];
  const value = withoutNulls(schema, given);
  const faults = faultsOf(schema, value);
  if (given.url === 'embedded') faults.push({ path: 'url', reason: NOT_EMBEDDED });
  if (faults.length > 0) return faulty(faults);
  const entry = value as PartnerConfig; // The schema of its kind has passed.
  const meaning = entryFault(entry);
  if (meaning !== undefined) return faultAt(meaning.key ?? '', meaning.reason);
  return withKeptHeaders(entry, before);
}

const NOT_EMBEDDED =
  'expected a URL: the product service that ships with Parley is a partner of the config alone';

function faultsOf(schema: TSchema, value: unknown): Breach[] {
  return findFaults(schema, value).shown.map(({ path, reason }) => ({ path, reason }));
}

function faulty(faults: readonly Breach[]): Faulty {
  return { kind: 'faults', faults };
}

export function faultAt(path: string, reason: string): Faulty {
  return faulty([{ path, reason }]);
}

/** Only the account itself has its id. */
export function otherId(name: 'id' | 'name' | 'domain', expected: string, got: string): Faulty {
  return faultAt(name, `expected "${expected}", which cannot change, but got "${got}"`);
}

/** The definition with the values of headers that were sent back hidden as they were before. */
function withKeptHeaders(
  definition: PartnerDefinition,
  before: PartnerDefinition | undefined,
): Checked<PartnerDefinition> {
  const headers = headersOf(definition);
  const last = headersOf(before).map(([name, value]) => [name.toLowerCase(), value] as const);
  const valueBefore = new Map(last);
  const hidden = headers.filter(([, value]) => value === HIDDEN_VALUE);
  if (hidden.length === 0) return { definition };
  if (before !== undefined && originOf(definition) !== originOf(before)) {
    return faultAt('headers', OTHER_ORIGIN);
  }
  const [lacking] = hidden.filter(([name]) => !valueBefore.has(name.toLowerCase()));
  if (lacking !== undefined) {
    return faultAt('headers', `expected a value of "${lacking[0]}", since there was none before`);
  }
  const kept = headers.map(([name, value]) => [
    name,
    value === HIDDEN_VALUE ? valueBefore.get(name.toLowerCase()) : value,
  ]);
  return { definition: { ...definition, headers: Object.fromEntries(kept) } as PartnerDefinition };
}

/** Otherwise whoever may not see a value could have it sent to a server of their own. */
const OTHER_ORIGIN =
  'expected the values themselves, since the URL leads to another server than before';

function originOf(definition: PartnerDefinition): string | undefined {
  return 'url' in definition ? URL.parse(definition.url)?.origin : undefined;
}

function headersOf(
  definition: PartnerDefinition | undefined,
): readonly (readonly [name: string, value: string])[] {
  return definition !== undefined && 'headers' in definition
    ? Object.entries(definition.headers ?? {})
    : [];
}
