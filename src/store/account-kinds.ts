import Type, { type TSchema } from 'typebox';
import { AdvertiserSchema, withComparedDomain } from '../demand/advertiser-schema.ts';
import { BUYERS_MAX, BuyerSchema, PRODUCTS_MAX, ProductSchema } from '../demand/buyer-schema.ts';
import { CLOSED } from '../demand/entry-schema.ts';
import { entryFault, KINDS, PARTNERS_MAX, type PartnerConfig } from '../demand/kinds.ts';
import { PUBLISHERS_MAX, Publisher } from '../demand/publisher-schema.ts';
import type { DeepReadonly } from '../lib/readonly.ts';
import { type Refusal, refuse } from '../lib/refusal.ts';
import { withoutNulls } from '../lib/without-nulls.ts';
import { type RecordOf, recordKind, type StoredRecord } from './record-kind.ts';

/** What the exchange keeps of a secret: its hash opens nothing. */
type KeptSecret = {
  /** Public: names the secret in the history and in calls that revoke it. */
  readonly id: string;
  /** SHA-256 as base64url. */
  readonly hash: string;
  readonly madeMs: number;
  readonly madeBy: string;
};

/** Somebody with a token. */
export type Person = KeptSecret & { readonly name: string };

export type Invitation = KeptSecret & { readonly untilMs: number };

/** Who may act for a publisher, and with what. */
export type Access = {
  /** Of its servers, for bid requests. Two are valid while one replaces the other. */
  readonly keys: readonly KeptSecret[];
  /** Of its people, for its own pages. */
  readonly people: readonly Person[];
  /** Those that nobody has accepted yet. */
  readonly invitations: readonly Invitation[];
};

export const NO_ACCESS: Access = { keys: [], people: [], invitations: [] };

const isoOf = (ms: number) => new Date(ms).toISOString();

const ShownSecretFields = {
  id: Type.String(),
  // Null: it is in the config.
  madeAt: Type.Union([Type.String(), Type.Null()]),
  madeBy: Type.String(),
};
export const ShownSecret = Type.Object(ShownSecretFields);

/** Without the hash. */
export const shownSecret = ({ id, madeMs, madeBy }: KeptSecret) => ({
  id,
  madeAt: madeMs === 0 ? null : isoOf(madeMs),
  madeBy,
});

/** What callers see of the access to a publisher. */
export const ShownAccess = Type.Object({
  keys: Type.Array(ShownSecret),
  people: Type.Array(Type.Object({ ...ShownSecretFields, name: Type.String() })),
  invitations: Type.Array(Type.Object({ ...ShownSecretFields, until: Type.String() })),
});

/**
 * The address of a record ends with its id, which therefore may not be what addresses have for a folder. Counts that have no
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

export const PUBLISHER = recordKind({
  name: 'publisher',
  schema: PublisherSchema,
  // What served stays until it is paused, so that nobody removes it by mistake. It is `invited` until somebody has accepted.
  states: {
    invited: ['active', 'paused', 'deleted'],
    active: ['paused'],
    paused: ['active', 'deleted'],
  },
  kept: NO_ACCESS,
  countMax: PUBLISHERS_MAX,
  idIn: 'id',
  shownKept: ({ keys, people, invitations }) => ({
    keys: keys.map(shownSecret),
    people: people.map((one) => ({ ...shownSecret(one), name: one.name })),
    invitations: invitations.map((one) => ({ ...shownSecret(one), until: isoOf(one.untilMs) })),
  }),
});

export type StoredPublisher = RecordOf<typeof PUBLISHER>;
export type PublisherDefinition = StoredPublisher['definition'];
/** Partners, buyers and products are never `invited`. */
export type AccountState = StoredPublisher['state'];

/** The kinds of partner that the store has. What is in files stays in the config. */
const STORED_KINDS = ['openrtb', 'product-search'] as const;

export const PartnerSchema = Type.Unsafe<PartnerConfig>({
  ...Type.Union(STORED_KINDS.map((kind) => KINDS[kind].schema as TSchema)),
  discriminator: 'kind',
});

export type PartnerDefinition = DeepReadonly<PartnerConfig>;

export const PARTNER = recordKind({
  name: 'partner',
  schema: PartnerSchema,
  // It is not asked before somebody has looked at what it answers.
  states: { paused: ['active', 'deleted'], active: ['paused'] },
  kept: null,
  countMax: PARTNERS_MAX,
  idIn: 'name',
  complete(given: PartnerDefinition, before) {
    const definition = withoutNulls(KINDS[given.kind].schema, given) as PartnerDefinition;
    if ('url' in definition && definition.url === 'embedded') return wrong('url', NOT_EMBEDDED);
    const fault = entryFault(definition as PartnerConfig);
    if (fault !== undefined) return wrong(fault.key ?? '', fault.reason);
    return withKeptHeaders(definition, before?.definition);
  },
  shownDefinition: hideHeaders,
});

export type StoredPartner = RecordOf<typeof PARTNER>;

const NOT_EMBEDDED =
  'expected a URL: the product service that ships with Parley is a partner of the config alone';

/** Stands for the value of a header, which may be a key of the partner's. */
export const HIDDEN_VALUE = '(kept)';

/** The headers of a partner with their names alone. */
function hideHeaders<Definition extends object>(definition: Definition): Definition {
  if (!('headers' in definition) || definition.headers === undefined) return definition;
  const names = Object.keys(definition.headers as object);
  return { ...definition, headers: Object.fromEntries(names.map((name) => [name, HIDDEN_VALUE])) };
}

/** The definition with the values of headers that were sent back hidden as they were before. */
function withKeptHeaders(
  definition: PartnerDefinition,
  before: PartnerDefinition | undefined,
): { readonly definition: PartnerDefinition } | Refusal {
  const headers = headersOf(definition);
  const last = headersOf(before).map(([name, value]) => [name.toLowerCase(), value] as const);
  const valueBefore = new Map(last);
  const hidden = headers.filter(([, value]) => value === HIDDEN_VALUE);
  if (hidden.length === 0) return { definition };
  if (before !== undefined && originOf(definition) !== originOf(before)) {
    return wrong('headers', OTHER_ORIGIN);
  }
  const [lacking] = hidden.filter(([name]) => !valueBefore.has(name.toLowerCase()));
  if (lacking !== undefined) {
    return wrong('headers', `expected a value of "${lacking[0]}", since there was none before`);
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

/** Every machine has all of them in memory. */
export const ADVERTISERS_MAX = 20_000;

/** The workers have the domains of all of these in one line of their feed. */
export const BLOCKED_ADVERTISERS_MAX = 5000;

export const ADVERTISER = recordKind({
  name: 'advertiser',
  schema: AdvertiserSchema,
  // No bid of one that is blocked is sold. A block is taken back before the description goes: it would go with it.
  states: { active: ['blocked', 'deleted'], blocked: ['active'] },
  kept: null,
  countMax: ADVERTISERS_MAX,
  idIn: 'domain',
  complete(given) {
    const definition = withComparedDomain(given);
    return definition === undefined
      ? wrong('domain', 'expected the domain of an advertiser, like shop.example')
      : { definition };
  },
});

export type StoredAdvertiser = RecordOf<typeof ADVERTISER>;

/** The domains that the exchange blocks, in the order of the blocks. */
export function blockedDomainsOf(
  advertisers: Iterable<Pick<StoredRecord, 'id' | 'state'>>,
): readonly string[] {
  return [...advertisers].filter(({ state }) => state === 'blocked').map(({ id }) => id);
}

export const BUYER = recordKind({
  name: 'buyer',
  schema: BuyerSchema,
  // Nobody can call for it before a token is made.
  states: { active: ['paused'], paused: ['active', 'deleted'] },
  kept: { keys: [] as readonly KeptSecret[] },
  countMax: BUYERS_MAX,
  idIn: 'id',
  shownKept: ({ keys }) => ({ tokens: keys.map(shownSecret) }),
});

export type StoredBuyer = RecordOf<typeof BUYER>;

/** What AI buyers are sold. */
export const PRODUCT = recordKind({
  name: 'product',
  schema: ProductSchema,
  states: { active: ['paused'], paused: ['active', 'deleted'] },
  kept: null,
  countMax: PRODUCTS_MAX,
  idIn: 'id',
});

const wrong = (field: string, reason: string) => refuse.notValid([{ field, reason }]);

export const KEYS_MAX = 2;
const PEOPLE_MAX = 50;
const INVITATIONS_MAX = 5;

/** A new key; the one before stays valid until it is revoked, so that servers can change one after the other. */
export function withKey<Kept extends Pick<Access, 'keys'>>(
  kept: Kept,
  key: KeptSecret,
  noun: 'keys' | 'tokens',
): Kept | Refusal {
  if (kept.keys.length < KEYS_MAX) return { ...kept, keys: [...kept.keys, key] };
  return refuse.notAllowed(
    `expected fewer than ${KEYS_MAX} ${noun}: revoke the one that nobody uses`,
  );
}

export function withInvitation(kept: Access, invitation: Invitation): Access | Refusal {
  const open = kept.invitations.filter(({ untilMs }) => untilMs > invitation.madeMs);
  if (open.length < INVITATIONS_MAX) return { ...kept, invitations: [...open, invitation] };
  return refuse.notAllowed(`expected fewer than ${INVITATIONS_MAX} open invitations: revoke one`);
}

/** Somebody accepts an invitation, which ends with it. */
export function accepted(
  kept: Access,
  { hash, person }: { readonly hash: string; readonly person: Person },
): Access | Refusal {
  const invitation = kept.invitations.find((one) => one.hash === hash);
  if (invitation === undefined || invitation.untilMs <= person.madeMs) return NO_INVITATION;
  if (kept.people.length >= PEOPLE_MAX) {
    return refuse.notAllowed(`expected fewer than ${PEOPLE_MAX} people: remove one`);
  }
  if (kept.people.some(({ name }) => name === person.name)) {
    return refuse.notAllowed(`expected another name: there is "${person.name}" already`);
  }
  const invitations = kept.invitations.filter((one) => one !== invitation);
  return { ...kept, people: [...kept.people, person], invitations };
}

const NO_INVITATION = refuse.notFound('there is no such invitation');

/** Without one of the secrets. */
export function without<
  Name extends string,
  Kept extends Readonly<Record<Name, readonly KeptSecret[]>>,
>(kept: Kept, name: Name, id: string): Kept | Refusal {
  const rest = kept[name].filter((one) => one.id !== id);
  if (rest.length < kept[name].length) return { ...kept, [name]: rest };
  return refuse.notFound(`there is no "${id}" among the ${name}`);
}
