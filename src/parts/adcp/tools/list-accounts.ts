import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../../lib/readonly.ts';
import { accountIdOf, isOf, naturalKeyOf } from '../accounts/accounts.ts';
import { UNREACHABLE } from '../change-once.ts';
import { isAdcpError } from '../errors.ts';
import { AccountReference, OPAQUE } from '../fields.ts';
import { Pagination, pageOf } from '../paging.ts';
import {
  BUYER_ACCOUNT_STATES,
  BUYER_ACCOUNT_TABLE,
  type BuyerAccount,
} from '../records/account-record.ts';
import { done, failed, type SellerSources, type Tool } from '../tool.ts';

const ListSchema = Type.Object({
  account: Type.Optional(AccountReference),
  status: Type.Optional(Type.Enum(BUYER_ACCOUNT_STATES.filter((state) => state !== 'deleted'))),
  sandbox: Type.Optional(Type.Boolean()),
  pagination: Type.Optional(Pagination),
  ...OPAQUE,
});

type ListArgs = DeepReadonly<Static<typeof ListSchema>>;

export function listAccounts(sources: Pick<SellerSources, 'database'>): Tool {
  return {
    name: 'list_accounts',
    description: 'The accounts that you have declared, and the state of each.',
    schema: ListSchema,
    openTo: 'buyers',
    async run({ account, status, sandbox, pagination }: ListArgs, { buyer, write }) {
      const database = sources.database();
      if (database === undefined) return failed(UNREACHABLE);
      const key = account && naturalKeyOf(buyer, account, 'account');
      if (key !== undefined && isAdcpError(key)) return failed(key);
      const id = key === undefined ? account?.account_id : accountIdOf(buyer.id, key);
      const isAsked = (one: BuyerAccount) =>
        isOf(buyer, one) &&
        (id === undefined || one.id === id) &&
        (status === undefined || one.state === status) &&
        (sandbox === undefined || one.definition.isSandbox === sandbox);
      const page = await pageOf({
        list: 'list_accounts',
        asked: pagination,
        read: (after, countMax) =>
          BUYER_ACCOUNT_TABLE.readOf(database.query, { buyer: buyer.id }, { after, countMax }),
        positionOf: ({ createdRevision }) => createdRevision,
        shown: (one) => (isAsked(one) ? write.account(one) : undefined),
      });
      return isAdcpError(page)
        ? failed(page)
        : done({ accounts: page.items, pagination: page.pagination });
    },
  };
}
