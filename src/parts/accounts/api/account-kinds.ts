import {
  BUYERS_MAX,
  type BuyerDefinition,
  PRODUCTS_MAX,
  type ProductDefinition,
} from '../../../demand/buyer-schema.ts';
import { PARTNERS_MAX, PUBLISHERS_MAX } from '../../../host/config/config-schema.ts';
import { currencyFault } from '../../../host/config/contradictions.ts';
import { parseJson } from '../../../lib/json.ts';
import type { Database, Query } from '../../../lib/sql/database.ts';
import { type AccountStore, createAccountStore } from '../../../store/account-store.ts';
import {
  type AccountTable,
  BUYER_TABLE,
  PARTNER_TABLE,
  PRODUCT_TABLE,
  PUBLISHER_TABLE,
} from '../../../store/account-table.ts';
import {
  type Checked,
  checkBuyer,
  checkPartner,
  checkProduct,
  checkPublisher,
  faultAt,
  otherId,
} from '../../../store/check-account.ts';
import { onceFor } from '../../../store/idempotency.ts';
import type { RefusedChange } from '../../../store/refused-change.ts';
import type {
  AccountKind,
  AccountState,
  PartnerDefinition,
  PublisherDefinition,
  StoredAccount,
} from '../../../store/stored-account.ts';
import { servedChange } from '../../campaigns/api/served-change.ts';
import type { AccountApi } from './accounts-api.ts';
import type { ListedAccounts } from './listed-accounts.ts';

/** What differs between the kinds of account. */
type KindTerms<Definition, State extends string = AccountState> = {
  readonly kind: AccountKind;
  readonly table: AccountTable<Definition, State>;
  readonly ofConfig: (id: string) => StoredAccount<Definition, State> | undefined;
  /** The key of a definition that has the id. */
  readonly idKey: 'id' | 'name' | 'domain';
  readonly idOf: (definition: Definition) => string;
  readonly firstState: State;
  readonly check: (value: unknown, before: Definition | undefined) => Checked<Definition>;
  readonly countMax: number;
  readonly count: () => number;
  /** Of one that is not stored when its state is set. undefined: there is no such account. */
  readonly whenMissing?: (id: string, state: State) => Definition | undefined;
  /** Whatever else changes with a state, in the same transaction. */
  readonly afterState?: (
    query: Query,
    account: Pick<StoredAccount<Definition, State>, 'id' | 'state'>,
  ) => Promise<void>;
};

export function publisherTerms(known: ListedAccounts): KindTerms<PublisherDefinition> {
  return {
    kind: 'publisher',
    table: PUBLISHER_TABLE,
    ofConfig: known.publisherOfConfig,
    idKey: 'id',
    idOf: ({ id }) => id,
    firstState: 'invited',
    check: (value) => inKnownCurrency(checkPublisher(value), known),
    countMax: PUBLISHERS_MAX,
    count: () => known.publishers().length,
  };
}

export function partnerTerms(known: ListedAccounts): KindTerms<PartnerDefinition> {
  return {
    kind: 'partner',
    table: PARTNER_TABLE,
    ofConfig: known.partnerOfConfig,
    idKey: 'name',
    idOf: ({ name }) => name,
    // It is not asked before somebody has looked at what it answers.
    firstState: 'paused',
    check: (value, before) => inKnownCurrency(checkPartner(value, before), known),
    countMax: PARTNERS_MAX,
    count: known.partnerCount,
  };
}

export function buyerTerms(known: ListedAccounts): KindTerms<BuyerDefinition> {
  return {
    kind: 'buyer',
    table: BUYER_TABLE,
    ofConfig: known.buyerOfConfig,
    idKey: 'id',
    idOf: ({ id }) => id,
    // Nobody can call for it before a token is made.
    firstState: 'active',
    check: (value) => sandboxedAlone(checkBuyer(value), known),
    countMax: BUYERS_MAX,
    count: () => known.buyers().length,
  };
}

/** A test controller changes what buyers see, so that nobody may buy for money beside it. */
function sandboxedAlone(
  checked: Checked<BuyerDefinition>,
  { adcp }: ListedAccounts,
): Checked<BuyerDefinition> {
  if ('kind' in checked || checked.definition.sandbox === true || !adcp().testController) {
    return checked;
  }
  return faultAt('sandbox', 'expected true, since the config has adcp.testController: true');
}

export function productTerms(known: ListedAccounts): KindTerms<ProductDefinition> {
  return {
    kind: 'product',
    table: PRODUCT_TABLE,
    ofConfig: known.productOfConfig,
    idKey: 'id',
    idOf: ({ id }) => id,
    firstState: 'active',
    check: (value) => ofKnownPublishers(checkProduct(value), known),
    countMax: PRODUCTS_MAX,
    count: () => known.products().length,
  };
}

/** Requests of others are refused, so that a product of theirs could never be delivered. */
function ofKnownPublishers(
  checked: Checked<ProductDefinition>,
  { isOpen, publisher }: ListedAccounts,
): Checked<ProductDefinition> {
  if ('kind' in checked || isOpen()) return checked;
  const { publishers } = checked.definition;
  const index = publishers.findIndex((id) => publisher(id) === undefined);
  if (index === -1) return checked;
  return faultAt(
    `publishers[${index}]`,
    `expected the id of a publisher of the config or of the store, but got "${publishers[index]}"`,
  );
}

/** Statements are made out in the currency of an account. */
function inKnownCurrency<Definition extends { readonly currency?: string | undefined }>(
  checked: Checked<Definition>,
  { rates }: ListedAccounts,
): Checked<Definition> {
  if ('kind' in checked) return checked;
  const reason = currencyFault(checked.definition.currency, rates());
  return reason === undefined ? checked : faultAt('currency', reason);
}

export type KindParts = {
  readonly known: ListedAccounts;
  /** Brings changes to the workers. Rejects where it cannot. */
  readonly refresh: () => Promise<void>;
  /** Throws while it cannot be reached. */
  readonly database: () => Database;
  readonly nowMs: () => number;
};

export type KindAnswers<Definition> = ReturnType<typeof kindAnswers<Definition, AccountState>>;

/** What the admin port does with the accounts of one kind. */
export function kindAnswers<Definition, State extends string>(
  { known, refresh, database, nowMs }: KindParts,
  terms: KindTerms<Definition, State>,
) {
  const { kind, table, ofConfig, idKey, idOf, firstState, check, countMax, count } = terms;
  type KindRecord = StoredAccount<Definition, State>;
  type KindResult = KindRecord | RefusedChange<KindRecord>;
  const storeIn = (db: Pick<Database, 'query' | 'transaction'>) =>
    createAccountStore({ database: db, kind, table, nowMs });
  const store = () => storeIn(database());

  /** Changes an account of the store, unless the config has it. */
  async function change(
    id: string,
    make: (of: AccountStore<Definition, State>) => Promise<KindResult>,
  ): Promise<KindResult> {
    if (ofConfig(id) !== undefined) return known.inConfig(kind, id);
    return servedChange(make(store()), refresh);
  }

  const api: AccountApi<Definition, State> = {
    read: async (id) => ofConfig(id) ?? store().read(id),
    async create(body, { author, idempotencyKey: key }) {
      const parsed = parseJson(body);
      if (parsed.kind !== 'json') return faultAt('', parsed.reason);
      const checked = check(parsed.value, undefined);
      if ('kind' in checked) return checked;
      const { definition } = checked;
      if (count() >= countMax) {
        const reason = `expected at most ${countMax} ${kind}s, those of the config included`;
        return { kind: 'not-allowed', reason };
      }
      const id = idOf(definition);
      const given = key === undefined ? undefined : { key, who: author.who, body };
      const once = given && onceFor<KindRecord>(given, nowMs());
      return change(id, (of) => of.create({ id, state: firstState, definition }, author, once));
    },
    replace: (id, value, { author, revision }) =>
      change(id, (of) =>
        of.replace(
          { id, revision },
          (current) => {
            const checked = check(value, current);
            if ('kind' in checked) return checked;
            const given = idOf(checked.definition);
            return given === id ? checked : otherId(idKey, id, given);
          },
          author,
        ),
      ),
    setState: (id, state, { author, revision }) =>
      change(id, () =>
        database().transaction(async (query) => {
          const of = storeIn({ query, transaction: (work) => work(query) });
          const missing = terms.whenMissing?.(id, state);
          const changed = await of.setState({ id, revision }, state, author, missing);
          if (!('kind' in changed)) await terms.afterState?.(query, changed);
          return changed;
        }),
      ),
  };
  return { api, change };
}
