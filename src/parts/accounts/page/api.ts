import type {
  AccountState,
  PartnerDefinition,
  PublisherDefinition,
} from '../../../store/stored-account.ts';

/** What the admin port answers about publishers and partners. Times are ISO texts, money is in USD. */

/** Those of the config can only be looked at here. */
type AccountSource = 'config' | 'store';

export type ShownState = Exclude<AccountState, 'deleted'>;

/** `GET /api/publishers?find=&state=&page=` */
export type PublisherList = {
  readonly rows: readonly PublisherRow[];
  readonly total: number;
  readonly page: number;
  readonly pages: number;
};

export type PublisherRow = {
  readonly id: string;
  readonly source: AccountSource;
  readonly state: ShownState;
  /** Of its entry in sellers.json. */
  readonly name: string | null;
  readonly domain: string | null;
  readonly keys: number;
  readonly people: number;
  /** Since midnight UTC. Null: the ledger cannot be read. */
  readonly today: {
    readonly requests: number;
    readonly refusals: number;
    readonly sold: number;
    readonly earnedUsd: number;
  } | null;
  readonly changed: { readonly at: string; readonly by: string } | null;
  /** Why buyers may not believe that its space is its own, in a sentence; null: nothing is known against it. */
  readonly flag: string | null;
};

type ShownSecret = {
  readonly id: string;
  readonly madeAt: string;
  readonly madeBy: string;
};

/** What every account shows, with its revision as the entity tag. */
export type AccountDocument<Definition> = {
  readonly id: string;
  readonly source: AccountSource;
  readonly state: ShownState;
  readonly revision: number;
  readonly createdAt: string | null;
  readonly changedAt: string | null;
  readonly changedBy: string;
  readonly definition: Definition;
};

/** `GET /api/publishers/{publisher}`, and the answer to every change of one. */
export type PublisherDocument = AccountDocument<PublisherDefinition> & {
  readonly keys: readonly ShownSecret[];
  readonly people: readonly (ShownSecret & { readonly name: string })[];
  readonly invitations: readonly (ShownSecret & { readonly until: string })[];
};

/** `POST /api/publishers/{publisher}/keys`: the only answer that has the key. */
export type MadeKey = PublisherDocument & { readonly key: string };

/** `POST /api/publishers/{publisher}/invitations`: the only answer that has the link. */
export type MadeInvitation = PublisherDocument & { readonly link: string; readonly until: string };

/** `GET /api/partners/{partner}`. The values of headers are hidden; a hidden value that is sent back keeps the one before. */
export type PartnerDocument = AccountDocument<PartnerDefinition>;

/** `POST /api/partners/{partner}/test`, or `POST /api/partners/test` with an entry that is not stored. */
export type PartnerTest = {
  /** What became of it, in one sentence. */
  readonly verdict: string;
  readonly isGood: boolean;
  /** What was sent, the values of headers hidden. */
  readonly sent: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  /** What came back, cut to a bound. Null: nothing did. */
  readonly answer: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly isCut: boolean;
  } | null;
  readonly tookMs: number;
  /** Each bid, with what the auction would say of it. */
  readonly bids: readonly {
    readonly cpmUsd: number;
    readonly seat: string;
    readonly domain: string;
    /** null: it would be accepted. */
    readonly fault: string | null;
  }[];
};
