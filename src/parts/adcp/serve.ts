import { version } from '../../../package.json';
import { createFailureCounts } from '../../host/admin/attempts.ts';
import { assembleFormats } from '../../host/config/assemble-formats.ts';
import type { Host } from '../../host/host.ts';
import { callAddresses, type PassedCall, type PassedReply } from '../../host/http/buyer-calls.ts';
import { type BuyerCallRefusal, OTHER } from '../../host/observe/series.ts';
import { readCampaignDays } from '../../ledger/delivery/read-delivery.ts';
import type { Closers } from '../../lib/closers.ts';
import { createMinuteCounts } from '../../lib/minute-counts.ts';
import { BUYER, PUBLISHER } from '../../store/account-kinds.ts';
import { CAMPAIGN } from '../../store/campaign-kind.ts';
import { agentUrlOf } from './brand.ts';
import { createBuyers } from './buyers.ts';
import { sellerFormats } from './formats.ts';
import { createMcp } from './mcp.ts';
import { offeredProducts } from './products.ts';
import { createCallReceiver } from './receive-call.ts';
import type { Seller } from './seller.ts';
import { createSignatures } from './signatures.ts';
import { startTelling } from './tell-buyers.ts';
import type { SellerSources } from './tool.ts';

type AdcpSources = Host;

export type SellerOf = (sources: SellerSources) => Seller;

/**
 * The seller for AI buyers, on the socket of the workers. Buyers call the public port: they need one https address that their
 * firewall lets through and one certificate, and the limits of that port hold for them. The supervisor has the database, so
 * workers pass the calls on.
 */
export function startAdcp(sources: AdcpSources, closers: Closers, sellerOf: SellerOf) {
  const { ledger, records, totals, log, nowMs, work } = sources;
  const countOpen = createMinuteCounts(nowMs, OPEN_CALLERS_MAX);
  const { all, find } = createBuyers(() => records.all(BUYER));
  const parts = sellerSources(sources);
  const addresses = () => callAddresses(work().setup.config, sources.publicUrl());
  const seller = counted(sellerOf(parts), sources);
  const receive = createCallReceiver({
    seller,
    mcp: createMcp({ seller, version }),
    buyers: { find },
    signatures: createSignatures({ addresses, nowMs }),
    countWrongToken: createFailureCounts(nowMs, (address) =>
      log.warn({ address }, 'wrong tokens of AI buyers: this address is slowed down'),
    ),
    countOpenCall: (address: string) => countOpen(address).count,
    onRefused: (reason: BuyerCallRefusal) => totals.add('parley_adcp_refused_total', [reason], 1),
  });
  const isEnabled = () => work().setup.config.adcp.enabled;
  closers.defer(
    startTelling({
      sources: { ...parts, database: () => (isEnabled() ? ledger.database() : undefined) },
      buyers: all,
    }),
  );
  return async (call: PassedCall): Promise<PassedReply> =>
    isEnabled() ? receive(call) : NOT_ENABLED;
}

const NOT_ENABLED: PassedReply = { status: 404, headers: {}, body: '' };

/** Of those who call without a token. The one that was counted longest ago is forgotten. */
const OPEN_CALLERS_MAX = 1000;

function sellerSources(sources: AdcpSources): SellerSources {
  const { ledger, feed, records, work, nowMs, newId, log, publicUrl, offers } = sources;
  const config = () => work().setup.config;
  return {
    config,
    database: ledger.database,
    records,
    campaignOf: (key: string) => records.get(CAMPAIGN, key),
    // Whatever is bought becomes a campaign.
    products: () => (offers.campaignStanding === undefined ? [] : offeredProducts(records)),
    formats: () => sellerFormats(agentUrlOf({ publicUrl }), assembleFormats(config())),
    publisherOf: (id: string) => records.get(PUBLISHER, id)?.definition,
    refresh: feed.refresh,
    async delivered(ids, days) {
      const database = ledger.database();
      const { partner } = config().adcp;
      if (database === undefined || partner === undefined) return [];
      return readCampaignDays(database, { partner, campaigns: ids, ...days });
    },
    async standingOf(campaign: string) {
      const { partner } = config().adcp;
      return partner === undefined ? undefined : offers.campaignStanding?.(partner, campaign);
    },
    publicUrl,
    nowMs,
    newId,
    log,
  };
}

/** The same seller, whose calls are counted by tool and result. */
function counted(
  seller: Seller,
  { totals, tickMs }: Pick<AdcpSources, 'totals' | 'tickMs'>,
): Seller {
  return {
    ...seller,
    async call(name, args, buyer) {
      const startMs = tickMs();
      const answer = await seller.call(name, args, buyer);
      const tool = seller.tools.some((one) => one.name === name) ? name : OTHER;
      const result = answer === undefined || answer.isError ? 'failed' : 'done';
      totals.add('parley_adcp_calls_total', [tool, result], 1);
      totals.observe('parley_adcp_call_duration_seconds', [], tickMs() - startMs);
      return answer;
    },
  };
}
