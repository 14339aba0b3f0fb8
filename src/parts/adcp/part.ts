import type { Host } from '../../host/host.ts';
import { importableOf } from '../../host/import-ops.ts';
import type { Waiting } from '../../host/offers.ts';
import type { Part } from '../../host/part.ts';
import { BUYER, PRODUCT } from '../../store/account-kinds.ts';
import { BUYER_ACCOUNT } from './accounts.ts';
import { type SellerOf, startAdcp } from './door.ts';
import { ADCP_OPS, ofKnownPublishers } from './operations.ts';
import { createPostWebhook } from './post-webhook.ts';
import { createSeller } from './seller.ts';

/** Tests have sellers of their own. */
export const adcpPart = (sellerOf: SellerOf = createSeller) =>
  ({
    name: 'adcp',
    ops: ADCP_OPS,
    imports: (host) => [
      importableOf(BUYER, host, { name: 'buyers', write: 'admin' }),
      importableOf(PRODUCT, host, { name: 'products', write: 'admin', check: ofKnownPublishers }),
    ],
    start(host, closers) {
      return {
        answerBuyer: startAdcp(host, closers, sellerOf),
        postWebhook: createPostWebhook(host),
        waitingAccounts: () => waitingAccounts(host),
      };
    },
  }) as const satisfies Part;

export const ADCP = adcpPart();

/** None where no buyers are let in. */
function waitingAccounts({ work, records }: Host): Waiting {
  const all = work().setup.config.adcp.enabled ? records.all(BUYER_ACCOUNT) : [];
  const waiting = all.filter(({ state }) => state === 'pending_approval');
  return {
    count: waiting.length,
    oldestMs: Math.min(...waiting.map(({ changedMs }) => changedMs)),
  };
}
