import { eventually } from '../../eventually.ts';
import type { Exchange } from '../../notices/exchange.ts';
import type { NoticeLoad } from '../../notices/notice-load.ts';
import type { PostgresServer } from '../../postgres/postgres-server.ts';
import { anyCampaign, campaignsCommand, fileWith } from '../../store/campaigns.ts';
import { workersOf } from './gauge.ts';

export type Soaked = {
  readonly exchange: Exchange;
  readonly postgres: PostgresServer;
  readonly load: NoticeLoad;
  /** The worker that nobody kills, so that its memory can be watched. */
  readonly spared: number;
};

/** What happens to the exchange while it sells, by what the table calls it. Each ends when the exchange has recovered. */
export const DISTURBANCES: Readonly<Record<string, (soaked: Soaked) => Promise<void>>> = {
  'config reloads': reload,
  'workers killed': killWorker,
  'database outages': loseDatabase,
  'campaign changes': changeCampaigns,
};

const RELOADED = '"config reloaded"';
/** So many notices have to be acknowledged after each disturbance, or during an outage. */
const NOTICES = 20;

async function reload({ exchange, load }: Soaked): Promise<void> {
  // The log of hours is long: only what comes from now on is searched.
  const from = exchange.stdout().length;
  process.kill(exchange.pid, 'SIGHUP');
  await eventually(() => exchange.stdout().includes(RELOADED, from));
  await load.more(NOTICES);
}

async function killWorker({ exchange, load, spared }: Soaked): Promise<void> {
  const others = () => workersOf(exchange.pid).filter((pid) => pid !== spared);
  // The supervisor may be replacing one by itself, on a machine whose CPU is stolen.
  await eventually(() => others().length > 0);
  const [victim = 0] = others();
  process.kill(victim, 'SIGKILL');
  await eventually(() => others().length > 0 && !others().includes(victim));
  await load.more(NOTICES);
}

async function loseDatabase({ postgres, load }: Soaked): Promise<void> {
  await postgres.kill();
  await load.more(NOTICES);
  await postgres.start();
  await load.more(NOTICES);
}

let price = 1;

async function changeCampaigns({ exchange, load }: Soaked): Promise<void> {
  await importCampaigns(exchange);
  await load.more(NOTICES);
}

/** Two campaigns that any request matches, at other prices each time. */
export async function importCampaigns(exchange: Exchange): Promise<void> {
  price = (price % 9) + 1;
  const campaigns = [
    anyCampaign({ id: 'first', cpm: price }),
    anyCampaign({ id: 'second', cpm: 10 - price }),
  ];
  const { code, stderr } = await campaignsCommand(exchange, 'import', 'own', fileWith(campaigns));
  if (code !== 0) throw new Error(`parley campaigns import failed: ${stderr}`);
}
