import type { AdvertiserDefinition } from '../../../demand/advertiser-schema.ts';
import type { People } from '../../../host/admin/access.ts';
import type { AccountHistory } from '../../../host/admin/answers.ts';
import type { AdvertiserState } from '../../../store/advertiser-record.ts';
import type { RefusedChange } from '../../../store/refused-change.ts';
import type {
  AccountKind,
  AccountState,
  PartnerDefinition,
  PublisherDefinition,
  StoredAccount,
} from '../../../store/stored-account.ts';
import type { ChangeCall } from '../../campaigns/api/store-api.ts';
import type {
  AdvertiserFigures,
  AdvertiserList,
  AdvertiserQuestion,
} from '../page/advertisers/api.ts';
import type { PartnerTest, PublisherList, ShownState } from '../page/api.ts';

/** What the admin port does with publishers and partners. Rejects while the database cannot be reached. */
export type AccountsApi = {
  readonly publishers: AccountApi<PublisherDefinition> & PublisherAccessApi;
  readonly partners: AccountApi<PartnerDefinition> & {
    /** Sends a sample request to a partner. undefined: there is none of this name. */
    readonly test: (name: string) => Promise<PartnerTest | RefusedTest | undefined>;
    /** The same for an entry that is not stored. */
    readonly testEntry: (value: unknown) => Promise<PartnerTest | RefusedTest>;
  };
  readonly advertisers: AdvertisersApi;
  readonly people: People;
  /** Somebody accepts an invitation to a publisher. `unknown`: it was used or revoked, has expired, or never was. */
  readonly accept: (
    invitation: string,
    name: string,
  ) => Promise<
    { readonly publisher: string; readonly token: string } | RefusedChange<never> | 'unknown'
  >;
  readonly history: (
    kind: AccountKind,
    id: string,
    beforeId: number | undefined,
  ) => Promise<AccountHistory>;
};

/**
 * What the admin port does with advertisers, by their domains. One that nobody has described is read as its campaigns name
 * it, and is described by the first block of it.
 */
export type AdvertisersApi = AccountApi<AdvertiserDefinition, AdvertiserState> & {
  readonly list: (question: AdvertiserQuestion) => Promise<AdvertiserList>;
  readonly figures: (domain: string) => Promise<AdvertiserFigures>;
};

/** The accounts of one kind: those of the store, and those of the config, which have the revision of a file. */
export type AccountApi<Definition, State extends string = AccountState> = {
  readonly read: (id: string) => Promise<StoredAccount<Definition, State> | undefined>;
  readonly create: (body: string, call: ChangeCall) => AccountChanged<Definition, State>;
  readonly replace: (
    id: string,
    value: unknown,
    call: ChangeCall,
  ) => AccountChanged<Definition, State>;
  readonly setState: (
    id: string,
    state: State,
    call: ChangeCall,
  ) => AccountChanged<Definition, State>;
};

export type AccountChanged<Definition, State extends string = AccountState> = Promise<
  StoredAccount<Definition, State> | RefusedChange<StoredAccount<Definition, State>>
>;

/** Why nothing was sent. */
type RefusedTest = Extract<RefusedChange<never>, { readonly kind: 'faults' | 'not-allowed' }>;

export type PublisherQuestion = {
  readonly find: string;
  readonly state: ShownState | undefined;
  readonly page: number;
};

/** Who may act for a publisher. */
type PublisherAccessApi = {
  readonly list: (question: PublisherQuestion) => Promise<PublisherList>;
  readonly makeKey: (id: string, call: ChangeCall) => MadeSecret<PublisherDefinition>;
  readonly invite: (id: string, call: ChangeCall) => MadeSecret<PublisherDefinition>;
  /** Takes back a key or an invitation, or removes a person. */
  readonly revoke: (
    id: string,
    what: 'key' | 'invitation' | 'person',
    secret: string,
    call: ChangeCall,
  ) => AccountChanged<PublisherDefinition>;
};

/** A secret, which is told once, and the account that has it now. */
export type MadeSecret<Definition> = Promise<
  | {
      readonly account: StoredAccount<Definition>;
      readonly secret: string;
      readonly untilMs: number;
    }
  | RefusedChange<StoredAccount<Definition>>
>;
