import { bid, call, readBought, saleRequest } from '../notices/exchange.ts';

/** What the callers of a fleet have sent and been told. */
export type Load = {
  /** `<auction> <kind>` of every notice that was answered with success. */
  readonly acknowledged: ReadonlySet<string>;
  /** The id of the bid request of every auction that sold. */
  readonly requestIds: ReadonlyMap<string, string>;
  /** Requests of the limited publisher that were surely admitted in this second of the clock. */
  readonly admitted: ReadonlyMap<number, number>;
  readonly counts: Readonly<Counts>;
  /** Sentences about requests that got no answer of Parley, with their time. */
  readonly failures: readonly Failure[];
  readonly stop: () => Promise<void>;
};

export type Failure = { readonly atMs: number; readonly words: string };

type Counts = { requests: number; sold: number; shed: number; limited: number };

export const LIMITED_PUBLISHER = 'limited';

const CLIENTS = 6;
const PAUSE_MS = 80;
const NOTICE_TRIES_MAX = 3;

/** Callers that ask through the balancer, and tell it of every sale, until they are stopped. */
export function startLoad(port: number): Load {
  const acknowledged = new Set<string>();
  const requestIds = new Map<string, string>();
  const admitted = new Map<number, number>();
  const counts: Counts = { requests: 0, sold: 0, shed: 0, limited: 0 };
  const failures: Failure[] = [];
  let isStopped = false;

  async function ask(publisher: string): Promise<void> {
    const sentMs = Date.now();
    const id = `request-${counts.requests++}`;
    const body = { ...(JSON.parse(saleRequest({ publisher })) as object), id };
    const response = await bid(port, JSON.stringify(body));
    const text = await response.text();
    const { status } = response;
    if (status === 429) counts.limited++;
    else if (status === 503 && text.startsWith('{')) counts.shed++;
    else if (status !== 200 && status !== 204) throw new Error(`a request was answered ${status}`);
    else if (publisher === LIMITED_PUBLISHER) admit(sentMs);
    if (status !== 200) return;
    const auctionId = response.headers.get('x-request-id') ?? '';
    requestIds.set(auctionId, id);
    await tell(text, auctionId);
  }

  /** A request that was sent in one second and answered in the next may belong to either. */
  function admit(sentMs: number): void {
    const second = Math.floor(sentMs / 1000);
    if (Math.floor(Date.now() / 1000) !== second) return;
    admitted.set(second, (admitted.get(second) ?? 0) + 1);
  }

  async function tell(body: string, auctionId: string): Promise<void> {
    counts.sold++;
    const { nurl, burl, impression } = readBought(body, auctionId);
    const urls = { win: nurl, bill: burl, impression };
    for (const [kind, url] of Object.entries(urls)) {
      if (url !== undefined && url !== '' && (await isTold(url))) {
        acknowledged.add(`${auctionId} ${kind}`);
      }
    }
  }

  async function isTold(url: string): Promise<boolean> {
    for (let tries = 0; tries < NOTICE_TRIES_MAX; tries++) {
      const response = await call(url, { port }).catch(() => undefined);
      await response?.arrayBuffer().catch(() => undefined);
      if (response?.ok === true) return true;
      await Bun.sleep(PAUSE_MS);
    }
    return false;
  }

  const client = async (_: unknown, index: number) => {
    const publisher = index % 2 === 0 ? LIMITED_PUBLISHER : 'pub-1';
    while (!isStopped) {
      await ask(publisher).catch((error: unknown) => {
        failures.push({ atMs: Date.now(), words: (error as Error).message });
      });
      await Bun.sleep(PAUSE_MS);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  return {
    ...{ acknowledged, requestIds, admitted, counts, failures },
    async stop() {
      isStopped = true;
      await Promise.all(clients);
    },
  };
}
