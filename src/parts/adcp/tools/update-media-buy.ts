import { accountScope } from '../buys/account-scope.ts';
import { type UpdateBuyArgs, UpdateBuySchema } from '../buys/buy-schemas.ts';
import { updateBuy } from '../buys/update-buy.ts';
import { changeOnce } from '../change-once.ts';
import type { SellerSources, Tool } from '../tool.ts';

export function updateMediaBuy(sources: SellerSources): Tool {
  return {
    name: 'update_media_buy',
    description:
      'Changes a media buy: pauses, cancels, moves its end, changes its packages or adds some.',
    schema: UpdateBuySchema,
    openTo: 'buyers',
    run: (args: UpdateBuyArgs, call) =>
      changeOnce(
        sources,
        call,
        { account: accountScope(call.buyer, args.account), args },
        (query) => updateBuy(query, sources, call, args),
      ),
  };
}
