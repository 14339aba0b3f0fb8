import type { BuyerDefinition, ProductDefinition } from '../demand/buyer-schema.ts';
import type { PartnerConfig } from '../demand/kinds.ts';
import type { PublisherConfig } from '../demand/publisher-schema.ts';
import type { DeepReadonly } from '../lib/readonly.ts';
import type { StoredRecord } from './store-table.ts';

/** Whom the exchange deals with, and what it sells to AI buyers. */
export type AccountKind = 'publisher' | 'partner' | 'advertiser' | 'buyer' | 'product';

/** `invited` until somebody of the publisher has accepted the invitation. */
const ACCOUNT_STATES = ['invited', 'active', 'paused', 'deleted'] as const;

export type AccountState = (typeof ACCOUNT_STATES)[number];

/** Those that people see. */
export const SHOWN_ACCOUNT_STATES = ACCOUNT_STATES.filter((state) => state !== 'deleted');

/** As in `publishers` of the config, without its keys. */
export type PublisherDefinition = DeepReadonly<Omit<PublisherConfig, 'keys'>>;

/** As in `partners` of the config. */
export type PartnerDefinition = DeepReadonly<PartnerConfig>;

export type StoredAccount<Definition, State extends string = AccountState> = StoredRecord & {
  /** The id of a publisher, the name of a partner, the domain of an advertiser. */
  readonly id: string;
  readonly state: State;
  readonly definition: Definition;
  readonly access: AccountAccess;
};

export type StoredPublisher = StoredAccount<PublisherDefinition>;
export type StoredPartner = StoredAccount<PartnerDefinition>;
export type StoredBuyer = StoredAccount<BuyerDefinition>;
export type StoredProduct = StoredAccount<ProductDefinition>;

/** Who may act for an account, and with what. It has hashes alone: what is read out of the database opens nothing. */
export type AccountAccess = {
  /** Of its servers, for bid requests. Two are valid while one replaces the other. */
  readonly keys: readonly KeptSecret[];
  /** Of its people, for its own pages. */
  readonly people: readonly Person[];
  /** Those that nobody has accepted yet. */
  readonly invitations: readonly Invitation[];
};

export const NO_ACCESS: AccountAccess = { keys: [], people: [], invitations: [] };

export type KeptSecret = {
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

export const KEYS_MAX = 2;
export const PEOPLE_MAX = 50;
export const INVITATIONS_MAX = 5;

/** No partner's name has a colon, so no campaign has such a key. */
export function accountKey(kind: AccountKind, id: string): string {
  return `${kind}:${id}`;
}
