import type { AccountHistory } from '../../../host/admin/answers.ts';
import type { RefusedChange } from '../../../store/refused-change.ts';
import type { StoredBuyer, StoredProduct } from '../../../store/stored-account.ts';
import type { AccountApi, AccountChanged, MadeSecret } from '../../accounts/api/accounts-api.ts';
import type { ChangeCall } from '../../campaigns/api/store-api.ts';
import type {
  AccountDecision,
  BuyerAccountList,
  BuyerAccountRow,
  BuyerList,
  BuyList,
  ProductList,
  ShownBuyerAccountState,
} from '../page/api.ts';

/** What the admin port does with AI buyers, what they are sold and what they have made. Rejects while the database cannot be reached. */
export type BuyersApi = {
  readonly buyers: AccountApi<StoredBuyer['definition']> & {
    readonly list: (page: number) => Promise<BuyerList>;
    readonly makeToken: (id: string, call: ChangeCall) => MadeSecret<StoredBuyer['definition']>;
    readonly revokeToken: (
      id: string,
      token: string,
      call: ChangeCall,
    ) => AccountChanged<StoredBuyer['definition']>;
  };
  readonly products: AccountApi<StoredProduct['definition']> & {
    readonly list: (page: number) => ProductList;
  };
  readonly accounts: {
    readonly list: (question: BuyerAccountQuestion) => Promise<BuyerAccountList>;
    readonly decide: (
      id: string,
      decision: { readonly state: AccountDecision; readonly reason: string },
      call: ChangeCall,
    ) => Promise<BuyerAccountRow | RefusedChange<BuyerAccountRow>>;
    /** How many wait for approval. undefined: the database cannot be read. */
    readonly waiting: () => Promise<number | undefined>;
  };
  readonly buys: { readonly list: (question: BuyQuestion) => Promise<BuyList> };
  /** Who changed an account of a buyer, or a buy, what and when. */
  readonly history: (
    kind: 'buyer-account' | 'media-buy',
    id: string,
    beforeId: number | undefined,
  ) => Promise<AccountHistory>;
};

export type BuyQuestion = {
  /** undefined: of all. */
  readonly buyer: string | undefined;
  readonly account: string | undefined;
  readonly page: number;
};

type BuyerAccountQuestion = Omit<BuyQuestion, 'account'> & {
  readonly state: ShownBuyerAccountState | undefined;
};
