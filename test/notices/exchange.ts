import { join } from 'node:path';
import { DEFAULT_CAMPAIGNS_FILE } from '../../src/demand/campaigns/default-campaigns.ts';
import type { Machine } from '../../src/host/machine/machine.ts';
import { runReport } from '../../src/ledger/report.ts';
import { jsonOf } from '../../src/ledger/report-text.ts';
import { MINUTE_MS } from '../../src/ledger/rollup.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import { type Database, openDatabase } from '../../src/lib/sql/database.ts';
import { readRequest } from '../conformance/case.ts';
import { readExposition } from '../exposition.ts';
import { AWAITED_MS_MAX } from '../patience.ts';
import { AMPLE_LIMITS, atCleanUp, type Serving, serve, temporaryFolder } from '../process.ts';
import { startTestServer, type TestConfig } from '../server.ts';

/** A secret that several machines of a test share. */
export const SHARED_KEY = 'a-secret-that-all-machines-of-a-test-have';

export const PRICE_MACRO = '${AUCTION_PRICE}';

const TRACKERS = [
  { event: 1, methods: [1, 2] },
  { event: 2, methods: [1] },
];

/** A request that the house's sample campaigns fill, of one impression whose events can all be told. */
export function saleRequest({ isTest = false, publisher = 'pub-1' } = {}): string {
  return JSON.stringify({
    ...(readRequest('minimal') as object),
    test: isTest ? 1 : 0,
    site: { domain: 'chat.example.com', keywords: 'vocabulary', publisher: { id: publisher } },
    imp: [
      {
        id: 'imp-1',
        native: {
          request: JSON.stringify({
            native: {
              ver: '1.2',
              assets: [{ id: 1, required: 1, title: { len: 90 } }],
              eventtrackers: TRACKERS,
            },
          }),
        },
      },
    ],
  });
}

/** What a publisher holds after a bid response: the URLs, price and reason still open. */
export type Bought = {
  /** What the ledger knows the auction by. */
  readonly auctionId: string;
  readonly price: number;
  readonly campaign: string | undefined;
  readonly nurl: string;
  readonly burl: string | undefined;
  /** The endpoint `/openrtb2/auction` has none. */
  readonly lurl: string | undefined;
  readonly impression: string;
  readonly viewable: string;
  readonly link: string;
  readonly markup: string;
  /** The URLs of `bid.ext.eventtrackers`. */
  readonly clientTrackers: readonly string[];
};

type BidBody = {
  readonly seatbid: readonly {
    readonly bid: readonly {
      readonly price: number;
      readonly adm: string;
      readonly nurl: string;
      readonly burl?: string;
      readonly lurl?: string;
      readonly cid?: string;
      readonly ext?: { readonly eventtrackers?: readonly { readonly url: string }[] };
    }[];
  }[];
};

type Markup = {
  readonly native: {
    readonly link: { readonly url: string };
    readonly eventtrackers?: readonly {
      readonly event: number;
      readonly method: number;
      readonly url: string;
    }[];
  };
};

/** One request, on a connection of its own so that any worker may get it. */
export function bid(port: number, body = saleRequest(), path = '/openrtb2'): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Connection: 'close' },
    body,
  });
}

/** Again where a busy machine shed the request or its partners were late, which it may. */
export const buy = (port: number, body = saleRequest()): Promise<Bought> =>
  buyBy(() => bid(port, body));

/** The same, however it is asked. */
export async function buyBy(ask: () => Promise<Response>): Promise<Bought> {
  let response = await ask();
  let wasLate = false;
  for (let time = 0; time < BUSY_TIMES_MAX && isBusy(response, wasLate); time++) {
    wasLate ||= isLate(response);
    await Bun.sleep(BUSY_PAUSE_MS);
    response = await ask();
  }
  if (response.status !== 200) throw new Error(`no ad: ${response.status}`);
  return readBought(await response.text(), response.headers.get('x-request-id') ?? '');
}

const BUSY_TIMES_MAX = 1000;
const BUSY_PAUSE_MS = 50;

const isLate = ({ headers }: Response) => headers.get('x-nobid-reason') === 'timeout';

/** A partner that was late too often is not asked for a while, and then there is no demand. */
function isBusy(response: Response, wasLate: boolean): boolean {
  return response.status === 503 || isLate(response) || (wasLate && response.status === 204);
}

export function readBought(text: string, auctionId: string): Bought {
  const sold = (JSON.parse(text) as BidBody).seatbid[0]?.bid[0];
  if (sold === undefined) throw new Error(`no bid in ${text}`);
  const { price, adm, nurl, burl, lurl, cid, ext } = sold;
  const { native } = JSON.parse(adm) as Markup;
  const tracker = (event: number) =>
    native.eventtrackers?.find((one) => one.event === event && one.url.includes('/n/'))?.url ?? '';
  return {
    auctionId,
    price,
    nurl,
    burl,
    lurl,
    campaign: cid,
    markup: adm,
    link: native.link.url,
    impression: tracker(1),
    viewable: tracker(2),
    clientTrackers: ext?.eventtrackers?.map(({ url }) => url) ?? [],
  };
}

/** Calls a notice as a publisher would; with a port, at another machine than the one that sold. */
export function call(
  url: string,
  { port, price = PRICE_MACRO }: { readonly port?: number; readonly price?: string } = {},
): Promise<Response> {
  const at = new URL(url.replace(PRICE_MACRO, price).replace('${AUCTION_LOSS}', '102'));
  at.hostname = '127.0.0.1';
  if (port !== undefined) at.port = String(port);
  return fetch(at, { redirect: 'manual', headers: { Connection: 'close' } });
}

export type Exchange = Serving & {
  readonly dataDir: string;
  readonly adminUrl: string;
  readonly databaseUrl: string | undefined;
};

export type ExchangeOptions = {
  readonly workers?: number;
  readonly databaseUrl?: string;
  /** Kept from one start to the next. */
  readonly dataDir?: string;
  readonly keys?: readonly string[];
  readonly publicUrl?: string;
  /** More of `parley.yaml`. */
  readonly more?: string;
  /** Whether a write beyond a limit on files is to fail, as on a full disk, instead of killing. */
  readonly isFileLimitIgnored?: boolean;
};

/** Who ignores a signal passes that on to those it starts. */
const IGNORING = join(import.meta.dir, 'ignoring-file-limit');

const HOUSE = { name: 'house', kind: 'campaigns', path: DEFAULT_CAMPAIGNS_FILE } as const;

/** A whole Parley, as `parley start` runs it, with the sample campaigns unless it has other partners. */
export async function startExchange(options: ExchangeOptions = {}): Promise<Exchange> {
  const { workers = 1, databaseUrl, dataDir = temporaryFolder(), keys = [], more = '' } = options;
  const listen = JSON.stringify({ workers, publicUrl: options.publicUrl });
  const config = [
    `listen: ${listen}`,
    `dataDir: ${dataDir}`,
    ...(databaseUrl === undefined ? [] : [`databaseUrl: ${databaseUrl}`]),
    ...(keys.length === 0 ? [] : [`notices: { keys: ${JSON.stringify(keys)} }`]),
    ...(more.includes('partners:') ? [] : [`partners: ${JSON.stringify([HOUSE])}`]),
    `${AMPLE_LIMITS}${more}\n`,
  ].join('\n');
  const serving = await serve(config, options.isFileLimitIgnored ? { command: IGNORING } : {});
  const adminPort = /"adminUrl":"http:\/\/[^:"]+:(\d+)"/.exec(serving.stdout())?.[1];
  return { ...serving, dataDir, databaseUrl, adminUrl: `http://127.0.0.1:${adminPort}` };
}

/** Stops it as a service manager would: what the journals hold is in the database afterwards. */
export async function stopExchange({ pid, exited }: Exchange): Promise<void> {
  process.kill(pid, 'SIGTERM');
  await exited;
}

/** Where a machine can be looked into, whether a process or in this one. */
type Looked = Pick<Exchange, 'dataDir' | 'databaseUrl'>;

export type OwnExchange = Looked & Pick<Exchange, 'port' | 'adminUrl'> & Pick<Machine, 'stop'>;

/** A machine in this process, with the sample campaigns unless it has other partners. */
export async function startHere(config: TestConfig = {}): Promise<OwnExchange> {
  const dataDir = config.dataDir ?? temporaryFolder();
  const machine = await startTestServer({ partners: [HOUSE], ...config, dataDir });
  const { port, adminUrl } = machine;
  let stopped: Promise<void> | undefined;
  const stop = (graceMs: number) => (stopped ??= machine.stop(graceMs));
  atCleanUp(() => stop(0));
  return { port, adminUrl, dataDir, databaseUrl: config.databaseUrl, stop };
}

type ReportRow = Readonly<Record<string, unknown>>;

/** A report of the last day, by whatever is asked for. */
export async function reportOf(exchange: Looked, by = 'partner'): Promise<readonly ReportRow[]> {
  const database = await databaseOf(exchange);
  const toMs = Date.now() + MINUTE_MS;
  const report = await runReport(database, { by: [by], fromMs: toMs - DAY_MS, toMs });
  if ('reason' in report) throw new Error(report.reason);
  return jsonOf(report).rows;
}

/** The value of a metric, of the labels that are named. */
export async function metricOf(
  { adminUrl }: Pick<Exchange, 'adminUrl'>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): Promise<number> {
  const families = readExposition(await (await fetch(`${adminUrl}/metrics`)).text());
  const samples = families.find((family) => family.name === name)?.samples ?? [];
  const fitting = samples.filter((sample) =>
    Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
  );
  return fitting.reduce((sum, { value }) => sum + value, 0);
}

/** The exchange's own database, to look into. */
export async function databaseOf({ dataDir, databaseUrl }: Looked): Promise<Database> {
  const database = await openDatabase(
    databaseUrl === undefined
      ? { kind: 'sqlite', file: join(dataDir, 'parley.db') }
      : { kind: 'postgres', url: databaseUrl },
  );
  atCleanUp(() => database.close());
  return database;
}

/** Asks again and again until the answer is as expected; returns the last one, for an assertion. */
export async function settled<T>(
  ask: () => Promise<T>,
  isSettled: (answer: T) => boolean,
): Promise<T> {
  const giveUpMs = performance.now() + AWAITED_MS_MAX;
  for (;;) {
    const answer = await ask();
    if (isSettled(answer) || performance.now() > giveUpMs) return answer;
    await Bun.sleep(50);
  }
}

export type FactRow = {
  readonly auction_id: string;
  readonly kind: string;
  readonly price_micros: number;
  readonly partner: string;
  readonly is_test: number;
};

/** All facts, once there are so many or it has taken too long. */
export function factsOf(database: Database, count: number): Promise<readonly FactRow[]> {
  const all = () => database.query('select * from facts order by kind, auction_id');
  return settled(all, (rows) => rows.length >= count) as Promise<readonly FactRow[]>;
}
