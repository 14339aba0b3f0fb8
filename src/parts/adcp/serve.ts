import { chmodSync } from 'node:fs';
import { version } from '../../../package.json';
import { createFailureCounts } from '../../host/admin/attempts.ts';
import { assembleFormats } from '../../host/config/assemble-formats.ts';
import type { Config } from '../../host/config/config.ts';
import type { Host } from '../../host/host.ts';
import { callAddresses, type PassedCall, type PassedReply } from '../../host/http/buyer-calls.ts';
import { type BuyerCallRefusal, OTHER } from '../../host/observe/series.ts';
import type { Totals } from '../../host/observe/totals.ts';
import type { Work } from '../../host/worker/work.ts';
import { readCampaignDays } from '../../ledger/delivery/spend.ts';
import type { Log } from '../../lib/log.ts';
import { createMinuteCounts } from '../../lib/minute-counts.ts';
import { BUYER, PUBLISHER } from '../../store/account-kinds.ts';
import { CAMPAIGN } from '../../store/campaign-kind.ts';
import type { CampaignAnswers } from '../campaigns/api/campaigns.ts';
import { agentUrlOf } from './brand.ts';
import { createBuyers } from './buyers.ts';
import { sellerFormats } from './formats.ts';
import { createMcp } from './mcp.ts';
import { offeredProducts } from './products.ts';
import { createCallReceiver } from './receive-call.ts';
import { createSeller, type Seller } from './seller.ts';
import { createNonces, createSignatures } from './signatures.ts';
import { startTelling } from './tell-buyers.ts';
import { type SellerSources, TOOL_NAMES } from './tool.ts';

type AdcpSources = Pick<
  Host,
  'ledger' | 'feed' | 'records' | 'work' | 'nowMs' | 'tickMs' | 'newId' | 'log' | 'publicUrl'
> & {
  readonly campaigns: CampaignAnswers['list'];
  readonly totals: Totals;
};

type Closers = Pick<AsyncDisposableStack, 'defer'>;

export type AdcpService = ReturnType<typeof startAdcp>;

export type SellerOf = (sources: SellerSources) => Seller;

/**
 * The seller for AI buyers, on the socket of the workers. Buyers call the public port: they need one https address that their
 * firewall lets through and one certificate, and the limits of that port hold for them. The supervisor has the database, so
 * workers pass the calls on.
 */
export function startAdcp(
  sources: AdcpSources,
  closers: Closers,
  sellerOf: SellerOf = createSeller,
) {
  const { ledger, records, totals, log, nowMs, newId, work } = sources;
  const countOpen = createMinuteCounts(nowMs, OPEN_CALLERS_MAX);
  const { all, find } = createBuyers(() => records.all(BUYER));
  const parts = sellerSources(sources);
  const nonces = createNonces();
  const addresses = () => callAddresses(work().setup.config, sources.publicUrl());
  /** What outlives a reload. */
  const kept = {
    buyers: { find },
    signatures: createSignatures({ addresses, nonces, nowMs }),
    countWrongToken: createFailureCounts(nowMs, (address) =>
      log.warn({ address }, 'wrong tokens of AI buyers: this address is slowed down'),
    ),
    countOpenCall: (address: string) => countOpen(address).count,
    onRefused: (reason: BuyerCallRefusal) => totals.add('parley_adcp_refused_total', [reason], 1),
  };
  let serving: ServedConfig | undefined;
  let socket: ReturnType<typeof openCallSocket> | undefined;

  /** Before the workers have it. The tools depend on the config; what is remembered of callers does not. */
  function use({ setup, assignment }: Pick<Work, 'setup' | 'assignment'>): void {
    const { config } = setup;
    const last = socket;
    if (!config.adcp.enabled) serving = undefined;
    else if (serving?.config !== config) {
      const seller = counted(sellerOf(parts), sources);
      const mcp = createMcp({ seller, version });
      serving = { config, seller, receive: createCallReceiver({ seller, mcp, ...kept }) };
    }
    const answer = async (call: PassedCall) => serving?.receive(call) ?? NOT_ENABLED;
    socket = serving && openCallSocket(assignment.sellerSocket, answer, log);
    // Calls that are under way are answered.
    void last?.stop();
  }

  use(work());
  closers.defer(() => socket?.stop(true));
  closers.defer(
    startTelling({
      database: () => serving && ledger.database(),
      machine: work().assignment.machineId,
      sources: parts,
      seller: { call: async (...args) => serving?.seller.call(...args) },
      buyers: all,
      nowMs,
      newId,
      log,
    }),
  );
  return {
    use,
    /** Where AI buyers call; undefined: nowhere. */
    url: () => addresses()[0],
  };
}

type ServedConfig = {
  readonly config: Config;
  readonly seller: Seller;
  readonly receive: (call: PassedCall) => Promise<PassedReply>;
};

const NOT_ENABLED: PassedReply = { status: 404, headers: {}, body: '' };

/** Of those who call without a token. The one that was counted longest ago is forgotten. */
const OPEN_CALLERS_MAX = 1000;

/** A call with its body, whose quotes are escaped once more. */
const CALL_BYTES_MAX = 4 * 1024 * 1024;

/** Takes the calls that workers pass on. The folder is the supervisor's own, so whoever can write to it is a worker. */
function openCallSocket(
  socketFile: string,
  answer: (call: PassedCall) => Promise<PassedReply>,
  log: Log,
) {
  const server = Bun.serve({
    unix: socketFile,
    development: false,
    maxRequestBodySize: CALL_BYTES_MAX,
    async fetch(request, self) {
      // The worker has a time limit of its own.
      self.timeout(request, 0);
      return Response.json(await answer((await request.json()) as PassedCall));
    },
    error(error) {
      log.error({ err: error }, 'a call of an AI buyer could not be answered');
      return new Response(null, { status: 500 });
    },
  });
  chmodSync(socketFile, 0o600);
  return server;
}

const ANY_STATE = { state: undefined, find: '', sort: 'urgency', page: 1 } as const;

function sellerSources(sources: AdcpSources): SellerSources {
  const { ledger, feed, records, work, nowMs, newId, log, publicUrl, campaigns } = sources;
  const config = () => work().setup.config;
  return {
    config,
    database: ledger.database,
    campaignOf: (key: string) => records.get(CAMPAIGN, key),
    products: () => offeredProducts(records),
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
      const { rows } = await campaigns({ ...ANY_STATE, partner, campaign });
      return rows[0];
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
    async call(name, args, buyer, by) {
      if (by === 'exchange') return seller.call(name, args, buyer, by);
      const startMs = tickMs();
      const answer = await seller.call(name, args, buyer);
      const tool = answer !== undefined && TOOL_NAMES.includes(name) ? name : OTHER;
      const result = answer === undefined || answer.isError ? 'failed' : 'done';
      totals.add('parley_adcp_calls_total', [tool, result], 1);
      totals.observe('parley_adcp_call_duration_seconds', [], tickMs() - startMs);
      return answer;
    },
  };
}
