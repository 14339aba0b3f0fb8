import { callTool } from '../../adcp/call-seller.ts';
import { bid, saleRequest } from '../../notices/exchange.ts';
import { BUYER_ACCOUNT, type Doors, PARTNER, type Port, PUBLISHER, type Role } from '../doors.ts';

/** People and programs at every door but those of the load: each looks, and some change something. */
export type Visits = {
  /** How often each kind of visit was made. */
  readonly counts: Readonly<Record<string, number>>;
  /** Answers that nobody should get, whatever happens to the exchange. */
  readonly surprises: readonly string[];
  readonly stop: () => Promise<void>;
};

const PAUSE_MS = 1000;
const SURPRISES_MAX = 20;
const TEXT_LENGTH_MAX = 300;
/** While the database is away, and while a worker is replaced. */
const UNAVAILABLE = 503;
const UNAVAILABLE_TO_BUYERS = 'SERVICE_UNAVAILABLE';

/** Resolves to what was wrong with an answer, and rejects where a killed worker gave none. */
type Visit = (doors: Doors) => Promise<string | undefined>;

const VISITS: Readonly<Record<string, Visit>> = {
  'requests at the repairing endpoint': askRepairing,
  'visits to the console': (doors) => look(doors, 'admin', 'read', CONSOLE),
  'visits to the publishers’ pages': (doors) => look(doors, 'portal', 'person', PORTAL),
  'purchases of an AI buyer': purchase,
};

const CONSOLE = [
  '/status',
  '/metrics',
  '/requests',
  '/api/partners',
  '/api/campaigns',
  `/api/campaigns/${PARTNER}/first/delivery`,
  '/api/report?last=1h',
  '/api/traffic',
  '/api/statements',
] as const;

const PORTAL = [
  '/api/portal/own',
  '/api/portal/earnings',
  '/api/portal/requests',
  '/api/portal/settings',
  '/api/portal/integration',
  '/api/portal/statements',
] as const;

export function startVisits(doors: Doors): Visits {
  const counts: Record<string, number> = {};
  const surprises: string[] = [];
  let isStopping = false;

  async function visitOnce(name: string, visit: Visit): Promise<void> {
    const fault = await visit(doors).catch(() => undefined);
    if (fault !== undefined && surprises.length < SURPRISES_MAX)
      surprises.push(`${name}: ${fault}`);
    counts[name] = (counts[name] ?? 0) + 1;
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      for (const [name, visit] of Object.entries(VISITS)) await visitOnce(name, visit);
      await Bun.sleep(PAUSE_MS);
    }
  }

  const running = run();
  return {
    counts,
    surprises,
    stop() {
      isStopping = true;
      return running;
    },
  };
}

async function askRepairing({ exchange: { port } }: Doors): Promise<string | undefined> {
  const request = JSON.parse(saleRequest({ publisher: PUBLISHER }));
  const body = JSON.stringify({ ...request, regs: { gdpr: '0' } });
  const response = await bid(port, body, '/openrtb2/auction');
  return faultIn(response.status, await response.text(), [200, 204]);
}

const bearer = (token: string | undefined) => ({ Authorization: `Bearer ${token}` });

async function look(
  { urls, tokens }: Doors,
  port: Port,
  role: Role,
  paths: readonly string[],
): Promise<string | undefined> {
  for (const path of paths) {
    const response = await fetch(`${urls[port]}${path}`, { headers: bearer(tokens[role]) });
    const fault = faultIn(response.status, await response.text());
    if (fault !== undefined) return `${path} ${fault}`;
  }
  return undefined;
}

const DAY_MS = 86_400_000;

/** A buy that begins tomorrow, its delivery, and its end. */
async function purchase(doors: Doors): Promise<string | undefined> {
  const at = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
  const line = {
    product_id: 'chats',
    pricing_option_id: 'cpm_auction',
    budget: 100,
    bid_price: 4,
  };
  const bought = await tell(doors, 'create_media_buy', {
    brand: BUYER_ACCOUNT.brand,
    start_time: at(1),
    end_time: at(8),
    packages: [line],
  });
  if (typeof bought === 'string' || bought === undefined) return bought;
  const { media_buy_id } = bought;
  for (const [tool, args] of [
    ['get_products', { buying_mode: 'brief', brief: 'Conversations about boots' }],
    ['get_media_buy_delivery', { media_buy_ids: [media_buy_id] }],
    ['update_media_buy', { media_buy_id, canceled: true }],
  ] as const) {
    const told = await tell(doors, tool, args);
    if (typeof told === 'string') return told;
  }
  return undefined;
}

/** What the seller answers; a sentence where it should not, undefined where it cannot now. */
async function tell({ seller }: Doors, tool: string, args: object) {
  const key = { idempotency_key: crypto.randomUUID(), account: BUYER_ACCOUNT };
  const { isError, body } = await callTool(seller, tool, { ...key, ...args });
  if (!isError) return body;
  const text = JSON.stringify(body);
  return text.includes(UNAVAILABLE_TO_BUYERS) ? undefined : `${tool} was answered ${text}`;
}

function faultIn(status: number, text: string, expected: readonly number[] = [200]) {
  const isRight = expected.includes(status) || status === UNAVAILABLE;
  return isRight ? undefined : `was answered ${status}: ${text.slice(0, TEXT_LENGTH_MAX)}`;
}
