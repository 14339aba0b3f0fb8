import { accountScope } from '../buys/account-scope.ts';
import { type CreateBuyArgs, CreateBuySchema } from '../buys/buy-schemas.ts';
import { createBuy } from '../buys/create-buy.ts';
import { changeOnce } from '../change-once.ts';
import type { SellerSources, Tool } from '../tool.ts';

export function createMediaBuy(sources: SellerSources): Tool {
  return {
    name: 'create_media_buy',
    description:
      'Buys products: packages with a budget, a bid and targeting. They serve once they have creatives.',
    schema: CreateBuySchema,
    openTo: 'buyers',
    async run(args: CreateBuyArgs, call) {
      const account = accountScope(call.buyer, args.account);
      return changeOnce(sources, call, { account, args }, (query) =>
        createBuy(query, sources, call, args),
      );
    },
  };
}
