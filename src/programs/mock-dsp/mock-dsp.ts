import { gunzipSync } from 'node:zlib';
import { isGzipCoding } from '../../host/http/gzip.ts';
import { parseJson } from '../../lib/json.ts';
import { serverUrl } from '../../lib/server-url.ts';
import { answerRequest, type MockBidder, malform } from './answer-request.ts';
import {
  type Behaviour,
  type Chance,
  drawFate,
  drawLatencyMs,
  drawPrice,
  type Fate,
  WELL_BEHAVED,
} from './behaviour.ts';

export type MockDspOptions = Partial<Behaviour> & {
  readonly host?: string;
  /** 0 or absent: a free port. */
  readonly port?: number;
  readonly seat?: string;
  /** The advertiser's domain. It hosts the landing page and the pictures, over https. */
  readonly adomain?: string;
  /** The base URL at which the exchange reaches this server for notices. Default: its listening address. */
  readonly publicUrl?: string;
  /** Whether its bids have URLs for notices (`nurl`, `burl`, `lurl`). Default: yes. */
  readonly hasNotices?: boolean;
  /** Whether every bid has an ad of its own, with other texts and URLs. Default: all have the same. */
  readonly hasFreshAds?: boolean;
  readonly chance?: Chance;
  readonly sleep?: (ms: number) => Promise<void>;
  /** Told of each bid request and each notice that comes, in a line. */
  readonly tell?: (line: string) => void;
};

export type MockDsp = ReturnType<typeof startMockDsp>;

const NOTICE_KINDS = ['win', 'billing', 'loss'] as const;
type NoticeKind = (typeof NOTICE_KINDS)[number];

type ReceivedRequest = {
  /** As text, uncompressed. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

const BODY_BYTES_MAX = 4 * 1024 * 1024;

/** Starts an OpenRTB 2.6 bidder over HTTP whose faults are configurable. */
export function startMockDsp(options: MockDspOptions = {}) {
  const {
    host = '127.0.0.1',
    port = 0,
    seat = 'mock',
    adomain = 'advertiser.example',
    publicUrl,
    hasNotices = true,
    hasFreshAds = false,
    chance = Math.random,
    sleep = Bun.sleep,
    tell = () => {},
    ...change
  } = options;
  let requestCount = 0;
  let lastRequest: ReceivedRequest | undefined;
  const noticeCounts: Record<NoticeKind, number> = { win: 0, billing: 0, loss: 0 };
  const lastNoticeUrls = new Map<NoticeKind, string>();
  let behaviour: Behaviour = { ...WELL_BEHAVED, ...change };
  let idCount = 0;
  const server = Bun.serve({
    hostname: host,
    port,
    development: false,
    reusePort: false,
    // The default would close a hanging request after ten seconds.
    idleTimeout: 0,
    maxRequestBodySize: BODY_BYTES_MAX,
    async fetch(request) {
      const body = await receive(request);
      return typeof body === 'string' ? bid(body, request.signal) : body;
    },
  });
  const openPort = server.port ?? port;
  const url = serverUrl(host, openPort);
  const bidder: MockBidder = {
    seat,
    adomain,
    noticeBaseUrl: hasNotices ? (publicUrl ?? url) : undefined,
    hasFreshAds,
    nextPrice: () => drawPrice(behaviour, chance),
    newId: () => `${seat}-${++idCount}`,
  };

  /** Records what came. Returns the body of a bid request, or the answer to anything else. */
  async function receive(request: Request): Promise<string | Response> {
    const pathname = URL.parse(request.url)?.pathname;
    const kind = NOTICE_KINDS.find((candidate) => pathname === `/notices/${candidate}`);
    if (kind !== undefined) {
      noticeCounts[kind]++;
      lastNoticeUrls.set(kind, request.url);
      tell(`${kind} ${request.url}`);
      return new Response(null, { status: 204 });
    }
    if (pathname === '/healthz') return Response.json({ status: 'ok' });
    if (pathname !== '/bid') {
      return Response.json({ error: 'expected POST /bid or a notice' }, { status: 404 });
    }
    if (request.method !== 'POST') {
      const error = `expected POST, but got ${request.method}`;
      return Response.json({ error }, { status: 405, headers: { allow: 'POST' } });
    }
    const body = await readBody(request);
    requestCount++;
    lastRequest = { body, headers: Object.fromEntries(request.headers) };
    tell(`request ${body}`);
    return body;
  }

  async function bid(body: string, signal: AbortSignal): Promise<Response> {
    const fate = drawFate(behaviour, chance);
    if (fate === 'hang') return hang(signal);
    await sleep(drawLatencyMs(behaviour, chance));
    if (fate === 'error') return new Response('mock failure', { status: 500 });
    return fate === 'no-bid'
      ? new Response(null, { status: 204 })
      : answer(body, fate, bidder, chance);
  }

  return {
    requestCount: () => requestCount,
    lastRequest: () => lastRequest,
    noticeCounts: (): Readonly<Record<NoticeKind, number>> => ({ ...noticeCounts }),
    /** With its query. */
    lastNoticeUrl: (kind: NoticeKind) => lastNoticeUrls.get(kind),
    url,
    bidUrl: `${url}/bid`,
    port: openPort,
    /** Changes these settings from the next request on. */
    behave(next: Partial<Behaviour>): void {
      behaviour = { ...behaviour, ...next };
    },
    stop: () => server.stop(true),
  };
}

function answer(body: string, fate: Fate, bidder: MockBidder, chance: Chance): Response {
  const parsed = parseJson(body);
  if (parsed.kind !== 'json') return Response.json({ error: parsed.reason }, { status: 400 });
  const response = answerRequest(parsed.value, bidder);
  if (response === undefined) return new Response(null, { status: 204 });
  const json = fate === 'malformed' ? malform(response, chance) : JSON.stringify(response);
  return new Response(json, {
    headers: { 'content-type': 'application/json', 'x-openrtb-version': '2.6' },
  });
}

/** Resolves when the caller disconnects, so that a hanging request frees its memory. */
function hang(signal: AbortSignal): Promise<Response> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(new Response(null)), { once: true });
  });
}

async function readBody(request: Request): Promise<string> {
  if (!isGzipCoding(request.headers.get('content-encoding') ?? '')) return request.text();
  const bytes = gunzipSync(await request.arrayBuffer(), { maxOutputLength: BODY_BYTES_MAX });
  return bytes.toString('utf8');
}
