import { bid, call, readBought, saleRequest } from '../../notices/exchange.ts';

/** What the callers of a fleet have sent and been told. It is counted here, and by nothing of Parley. */
export type Load = {
  readonly notices: readonly TriedNotice[];
  /** By the second in which they were sent. */
  readonly seconds: ReadonlyMap<number, Readonly<Counts>>;
  /** Requests of the limited publisher that were surely admitted in this second of the clock. */
  readonly admitted: ReadonlyMap<number, number>;
  readonly counts: Readonly<Counts>;
  /** Sentences about requests that got no answer of Parley, with their time. */
  readonly failures: readonly Failure[];
  /** One request to a machine itself, whose sale is told to it too. The notices of it; none where it did not sell. */
  readonly askAt: (port: number) => Promise<readonly TriedNotice[]>;
  readonly stop: () => Promise<void>;
};

/** A notice that was sent at least once. */
export type TriedNotice = {
  readonly auctionId: string;
  /** The id of the bid request, by which the partner names the sale. */
  readonly requestId: string;
  readonly kind: 'win' | 'bill' | 'impression';
  /** Whether the partner sold, and not a campaign. */
  readonly isPartners: boolean;
  /** When it was answered with success. undefined: never. */
  readonly acknowledgedMs: number | undefined;
};

export type Failure = { readonly atMs: number; readonly words: string };

/** `requests`: all that were sent. The others were answered. */
export type Counts = {
  requests: number;
  answered: number;
  sold: number;
  shed: number;
  limited: number;
};

export const LIMITED_PUBLISHER = 'limited';
export const PUBLISHER = 'pub-1';

const CLIENTS = 6;
const PAUSE_MS = 80;
const NOTICE_TRIES_MAX = 3;
const REPEATED_EVERY = 5;

/** Callers that ask through the balancer, and tell it of every sale, until they are stopped. */
export function startLoad(balancerPort: number): Load {
  const notices: TriedNotice[] = [];
  const seconds = new Map<number, Counts>();
  const admitted = new Map<number, number>();
  const counts = noCounts();
  const failures: Failure[] = [];
  let isStopped = false;

  function count(what: keyof Counts, sentMs: number): void {
    const second = Math.floor(sentMs / 1000);
    const own = seconds.get(second) ?? noCounts();
    seconds.set(second, own);
    own[what]++;
    counts[what]++;
  }

  async function ask(publisher: string, port = balancerPort): Promise<readonly TriedNotice[]> {
    const sentMs = Date.now();
    const id = `request-${counts.requests}`;
    count('requests', sentMs);
    const body = { ...(JSON.parse(saleRequest({ publisher })) as object), id };
    const response = await bid(port, JSON.stringify(body));
    const text = await response.text();
    const { status } = response;
    if (status === 503 && text.startsWith('{')) {
      count('shed', sentMs);
      return [];
    }
    if (status !== 429 && status !== 200 && status !== 204) {
      throw new Error(`a request was answered ${status}`);
    }
    count('answered', sentMs);
    if (status === 429) count('limited', sentMs);
    else if (publisher === LIMITED_PUBLISHER) admit(sentMs);
    if (status !== 200) return [];
    count('sold', sentMs);
    const auctionId = response.headers.get('x-request-id') ?? '';
    return tell(text, { auctionId, requestId: id }, port);
  }

  /** A request that was sent in one second and answered in the next may belong to either. */
  function admit(sentMs: number): void {
    const second = Math.floor(sentMs / 1000);
    if (Math.floor(Date.now() / 1000) !== second) return;
    admitted.set(second, (admitted.get(second) ?? 0) + 1);
  }

  async function tell(
    body: string,
    ids: Pick<TriedNotice, 'auctionId' | 'requestId'>,
    port: number,
  ): Promise<readonly TriedNotice[]> {
    const { nurl, burl, impression, campaign } = readBought(body, ids.auctionId);
    const urls = { win: nurl, bill: burl, impression } as const;
    const own: TriedNotice[] = [];
    for (const kind of ['win', 'bill', 'impression'] as const) {
      const url = urls[kind];
      if (url === undefined || url === '') continue;
      const acknowledgedMs = await whenTold(url, port);
      own.push({ ...ids, kind, isPartners: campaign === undefined, acknowledgedMs });
    }
    // Callers repeat notices, at any machine.
    if (counts.sold % REPEATED_EVERY === 0) await whenTold(nurl, port);
    notices.push(...own);
    return own;
  }

  async function whenTold(url: string, port: number): Promise<number | undefined> {
    for (let tries = 0; tries < NOTICE_TRIES_MAX; tries++) {
      const response = await call(url, { port }).catch(() => undefined);
      await response?.arrayBuffer().catch(() => undefined);
      if (response?.ok === true) return Date.now();
      await Bun.sleep(PAUSE_MS);
    }
    return undefined;
  }

  const client = async (_: unknown, index: number) => {
    const publisher = index % 2 === 0 ? LIMITED_PUBLISHER : PUBLISHER;
    while (!isStopped) {
      await ask(publisher).catch((error: unknown) => {
        failures.push({ atMs: Date.now(), words: (error as Error).message });
      });
      await Bun.sleep(PAUSE_MS);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  return {
    notices,
    seconds,
    admitted,
    counts,
    failures,
    askAt: (port) => ask(PUBLISHER, port),
    async stop() {
      isStopped = true;
      await Promise.all(clients);
    },
  };
}

function noCounts(): Counts {
  return { requests: 0, answered: 0, sold: 0, shed: 0, limited: 0 };
}
