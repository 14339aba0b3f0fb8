import { version } from '../../../../package.json';
import { createFailureCounts } from '../../../host/admin/attempts.ts';
import type { Config } from '../../../host/config/config.ts';
import type { Host } from '../../../host/host.ts';
import { createBuyerCalls, PASSED_CALL_MS_MAX } from '../../../host/http/buyer-calls.ts';
import { createFindCaller } from '../../../host/http/caller.ts';
import { noteRequest } from '../../../host/http/connection-bound.ts';
import { openPort } from '../../../host/http/listen-error.ts';
import { readBody } from '../../../host/http/read-body.ts';
import { type BuyerCallRefusal, OTHER } from '../../../host/observe/series.ts';
import type { Totals } from '../../../host/observe/totals.ts';
import type { Work } from '../../../host/worker/work.ts';
import { inTime } from '../../../lib/in-time.ts';
import { createMinuteCounts } from '../../../lib/minute-counts.ts';
import { serverUrl } from '../../../lib/server-url.ts';
import { BUYER, PUBLISHER } from '../../../store/account-kinds.ts';
import type { CampaignAnswers } from '../../campaigns/api/campaigns.ts';
import { createBuyers } from '../buyers.ts';
import { createMcp } from '../calls/mcp.ts';
import {
  ADCP_PATH,
  type PassedCall,
  type PassedReply,
  refusedReply,
} from '../calls/passed-call.ts';
import { createCallReceiver } from '../calls/receive-call.ts';
import { offeredProducts } from '../products/products.ts';
import { createSeller, type Seller } from '../seller.ts';
import { createNonces } from '../signatures/nonces.ts';
import { createSignatures } from '../signatures/signatures.ts';
import { createRecordStates } from '../told/record-states.ts';
import { startTelling } from '../told/start-telling.ts';
import type { SellerSources } from '../tool.ts';
import { TOOL_NAMES } from '../tool-names.ts';
import { callAddresses } from './adcp-address.ts';
import { openCallSocket } from './adcp-socket.ts';

type AdcpSources = Pick<
  Host,
  'ledger' | 'feed' | 'records' | 'work' | 'nowMs' | 'tickMs' | 'newId' | 'log' | 'publicUrl'
> & {
  readonly campaigns: CampaignAnswers['list'];
  readonly totals: Totals;
};

type Closers = Pick<AsyncDisposableStack, 'defer'>;

const ANY_STATE = { state: undefined, find: '', sort: 'urgency', page: 1 } as const;

/** Of those who call without a token. The one that was counted longest ago is forgotten. */
const OPEN_CALLERS_MAX = 1000;

export type AdcpService = ReturnType<typeof startAdcp>;

/** The seller for AI buyers, on the socket of the workers and, where the config has one, on a port of its own. */
export function startAdcp(sources: AdcpSources, closers: Closers) {
  const { totals, log, nowMs, publicUrl, work } = sources;
  const onRefused = (reason: BuyerCallRefusal) =>
    totals.add('parley_adcp_refused_total', [reason], 1);
  const countOpen = createMinuteCounts(nowMs, OPEN_CALLERS_MAX);
  const kept = {
    nonces: createNonces(),
    countWrongToken: createFailureCounts(nowMs, (address) =>
      log.warn({ address }, 'wrong tokens of AI buyers: this address is slowed down'),
    ),
    countOpenCall: (address: string) => countOpen(address).count,
    onRefused,
  };
  let ownUrl: string | undefined;
  const addresses = () => callAddresses(work().setup.config, publicUrl(), ownUrl);
  let serving: ServedConfig | undefined;
  let socket: ReturnType<typeof openCallSocket> | undefined;
  const answer = async (call: PassedCall) => serving?.receive(call) ?? NOT_ENABLED;

  /** As a worker would pass it: a call that fails or hangs has no reply. */
  const passHere = (call: PassedCall) =>
    inTime(answer(call), PASSED_CALL_MS_MAX, undefined).catch((error: unknown) => {
      log.error({ err: error }, 'a call of an AI buyer could not be answered');
      return undefined;
    });

  /** Before the workers have it. The tools depend on the config; what is remembered of callers does not. */
  function use({ setup, assignment }: Pick<Work, 'setup' | 'assignment'>): void {
    const { config } = setup;
    const last = socket;
    if (!config.adcp.enabled) serving = undefined;
    else if (serving?.config !== config) {
      const seller = counted(sellerOf(sources), sources);
      const receive = createReceiver(sources, seller, { ...kept, addresses });
      serving = { config, seller, receive };
    }
    socket = serving && openCallSocket(assignment.sellerSocket, answer, log);
    void last?.leave();
  }

  use(work());
  closers.defer(() => socket?.close());
  closers.defer(tellBuyers(sources, () => serving?.seller));
  ownUrl = listen(work().setup.config, { pass: passHere, count: onRefused, log }, closers);
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

/** What outlives a reload. */
type KeptOfCallers = Pick<
  Parameters<typeof createCallReceiver>[0],
  'countWrongToken' | 'countOpenCall' | 'onRefused'
> &
  Omit<Parameters<typeof createSignatures>[0], 'nowMs'>;

function createReceiver(
  sources: AdcpSources,
  seller: Seller,
  { nonces, addresses, ...kept }: KeptOfCallers,
) {
  const { nowMs } = sources;
  const buyers = buyersOf(sources);
  return createCallReceiver({
    seller,
    buyers,
    mcp: createMcp({ seller, version }),
    signatures: createSignatures({ addresses, nonces, nowMs }),
    ...kept,
  });
}

function buyersOf({ records, work }: AdcpSources) {
  const config = () => work().setup.config;
  return createBuyers({ config, all: () => records.all(BUYER) });
}

/** Tells buyers what becomes of what they have made, while the config has a seller. */
function tellBuyers(sources: AdcpSources, seller: () => Seller | undefined) {
  const { ledger, work, nowMs, newId, log } = sources;
  return startTelling({
    database: () => seller() && ledger.database(),
    machine: work().assignment.machineId,
    states: () => createRecordStates(sellerSources(sources)),
    seller: { call: async (...args) => seller()?.call(...args) },
    buyers: buyersOf(sources).all,
    nowMs,
    newId,
    log,
  });
}

function sellerOf(sources: AdcpSources): Seller {
  return createSeller(sellerSources(sources));
}

function sellerSources(sources: AdcpSources): SellerSources {
  const { ledger, feed, records, work, nowMs, newId, log, publicUrl, campaigns } = sources;
  const config = () => work().setup.config;
  return {
    config,
    database: ledger.database,
    campaigns: feed.campaigns,
    products: () => offeredProducts(records),
    publisherOf: (id: string) => records.get(PUBLISHER, id)?.definition,
    refresh: feed.refresh,
    report: ledger.report,
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

/** On a port of its own, which takes the same calls. undefined: the config has none. */
function listen(
  { adcp, limits }: Config,
  {
    log,
    ...parts
  }: Pick<Parameters<typeof createBuyerCalls>[0], 'pass' | 'count'> & Pick<AdcpSources, 'log'>,
  closers: Closers,
): string | undefined {
  const { enabled, host, port } = adcp;
  if (!enabled || port === undefined) return undefined;
  const findCaller = createFindCaller(limits.trustedProxies);
  const answerBuyer = createBuyerCalls({ ...parts, admit: () => undefined });
  const server = openPort({ section: 'adcp', host, port }, () =>
    Bun.serve({
      hostname: host,
      port,
      development: false,
      async fetch(request, self) {
        const peer = self.requestIP(request);
        noteRequest(peer?.port);
        // Without a usable Host header it is no whole URL.
        const url = URL.parse(request.url);
        if (url?.pathname !== ADCP_PATH) return responseOf(ELSEWHERE);
        const { method, headers } = request;
        const reply = await answerBuyer({
          method,
          headers,
          search: url.search,
          caller: findCaller(peer?.address, headers.get('x-forwarded-for')),
          isOverloaded: false,
          readBody: (kind) => readBody(request, kind),
        });
        return responseOf(reply);
      },
      error(error) {
        log.error({ err: error }, 'a call of an AI buyer could not be answered');
        return responseOf(FAILED);
      },
    }),
  );
  closers.defer(() => server.stop(true));
  return serverUrl(host, server.port ?? port);
}

const ELSEWHERE = refusedReply({ status: 404, message: `expected POST ${ADCP_PATH}` });
const FAILED = refusedReply({
  status: 500,
  message: 'this server failed on this call; its log says why',
});

function responseOf({ status, headers, body }: PassedReply): Response {
  return new Response(body, { status, headers: { ...headers } });
}
