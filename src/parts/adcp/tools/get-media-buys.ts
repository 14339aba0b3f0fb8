import { type GetBuysArgs, GetBuysSchema } from '../buys/buy-schemas.ts';
import { listBuys } from '../buys/list-buys.ts';
import { UNREACHABLE } from '../change-once.ts';
import { failed, type SellerSources, type Tool } from '../tool.ts';

export function getMediaBuys(sources: SellerSources): Tool {
  return {
    name: 'get_media_buys',
    description:
      'Your media buys with their packages: state, approvals of creatives, and why a package does not deliver.',
    schema: GetBuysSchema,
    openTo: 'buyers',
    async run(args: GetBuysArgs, call) {
      const database = sources.database();
      return database === undefined
        ? failed(UNREACHABLE)
        : listBuys(database.query, sources, call, args);
    },
  };
}
