import { type Bought, buy, call } from './exchange.ts';

/** Publishers that buy and tell, and note what the exchange has acknowledged. */
export type NoticeLoad = {
  /** `<auction> <kind>` of every notice that was answered with a 2xx. */
  readonly acknowledged: ReadonlySet<string>;
  readonly sales: () => number;
  /** Answers other than those that are to be expected, by what they were answers to. */
  readonly surprises: readonly string[];
  /** Resolves when so many more notices have been acknowledged. */
  readonly more: (count: number) => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Where publishers buy and tell. */
export type Exchange = {
  readonly buy: () => Promise<Bought>;
  readonly call: (url: string) => Promise<Response>;
};

export type NoticeLoadOptions = {
  readonly clients: number;
  /** Whether connections may fail, since somebody is killed. */
  readonly isRough: boolean;
};

const PAUSE_MS = 20;
const SHED = 503;

/** At the port to ask next; machines come and go. */
export const startNoticeLoad = ({
  port,
  ...options
}: NoticeLoadOptions & { readonly port: () => number }): NoticeLoad =>
  startNoticeLoadAt(
    { buy: () => buy(port()), call: (url) => call(url, { port: port() }) },
    options,
  );

export function startNoticeLoadAt(
  exchange: Exchange,
  { clients, isRough }: NoticeLoadOptions,
): NoticeLoad {
  const acknowledged = new Set<string>();
  const surprises: string[] = [];
  let sales = 0;
  let isStopping = false;
  let stirred = Promise.withResolvers<void>();

  /** Again and again, as publishers are asked to, until it is acknowledged. */
  async function tell(name: string, url: string): Promise<void> {
    while (!isStopping) {
      const status = await statusOf(() => exchange.call(url), name);
      if (status !== undefined && status >= 200 && status < 300) {
        acknowledged.add(name);
        stirred.resolve();
        stirred = Promise.withResolvers<void>();
        return;
      }
      await Bun.sleep(PAUSE_MS);
    }
  }

  async function statusOf(ask: () => Promise<Response>, name: string): Promise<number | undefined> {
    try {
      const { status } = await ask();
      if (status >= 300) surprises.push(`${name}: ${status}`);
      return status;
    } catch (error) {
      if (!isRough) surprises.push(`${name}: ${error}`);
      return undefined;
    }
  }

  async function buyOne(): Promise<Bought | undefined> {
    try {
      return await exchange.buy();
    } catch (error) {
      // A machine that is busy with something else may shed, and should.
      const { message } = error as Error;
      if (!isRough && !message.endsWith(String(SHED))) surprises.push(message);
      await Bun.sleep(PAUSE_MS);
      return undefined;
    }
  }

  async function client(): Promise<void> {
    while (!isStopping) {
      const bought = await buyOne();
      if (bought === undefined) continue;
      sales++;
      const { auctionId, nurl, burl = '', impression } = bought;
      await tell(`${auctionId} win`, nurl);
      // Twice at once, often at two workers.
      const bill = () => tell(`${auctionId} bill`, burl);
      await Promise.all([bill(), bill(), tell(`${auctionId} impression`, impression)]);
    }
  }
  const running = Array.from({ length: clients }, client);

  return {
    acknowledged,
    surprises,
    sales: () => sales,
    async more(count) {
      const goal = acknowledged.size + count;
      while (acknowledged.size < goal) await stirred.promise;
    },
    async stop() {
      isStopping = true;
      await Promise.all(running);
    },
  };
}
