import type { Flight } from '../../demand/campaigns/flight.ts';
import { fromMicros, toMicros } from '../../lib/money.ts';
import type { Query } from '../../lib/sql/database.ts';
import type { BrandReference } from './accounts.ts';
import { CREATIVE_TABLE, creativeKey, type Library } from './creatives.ts';
import { type BuyerRecord, buyerRecordKey, buyerTable } from './records.ts';
import type { AdcpVersion } from './versions.ts';
import { shownWebhook, type Webhooks } from './webhooks.ts';

/** What happens to the campaign of a package, as Delivery of the console says it. */
export type PackageStanding = { readonly state: string; readonly sentence: string };

/** What a buyer is charged for. */
export type PricingModel = 'cpm' | 'cpc';

/** A creative of the library that a package shows. */
export type CreativeAssignment = { readonly creativeId: string; readonly weight?: number };

/** A line of a buy. Once it has a creative, it is the campaign of the store with the same id. */
export type BuyPackage = {
  readonly id: string;
  readonly productId: string;
  readonly pricingOptionId: string;
  readonly model: PricingModel;
  /** In USD: for a thousand impressions or for a click. */
  readonly bidUsd: number;
  /** What the bid is, where it is not the amount that the buyer bids: its ceiling, or the price of the product. */
  readonly bidAs?: 'max_bid' | 'fixed';
  readonly budgetUsd: number;
  readonly dailyCapUsd?: number;
  readonly pacing: 'even' | 'asap';
  /** Of the flight of the package; undefined: that of the buy. */
  readonly startMs?: number;
  readonly endMs?: number;
  /** As the buyer has sent it. All of it is enforced: what is not is refused. */
  readonly targeting?: Readonly<Record<string, unknown>>;
  readonly assignments: readonly CreativeAssignment[];
  readonly isPaused: boolean;
  readonly canceled?: Cancellation;
  /** The most that it could spend on the UTC day of its last change, for the cap of the buyer. */
  readonly dayExposure: { readonly day: string; readonly usd: number };
  /** What the buyer wants back with it, as it came. */
  readonly echoed: Readonly<Record<string, unknown>>;
};

export type Cancellation = { readonly atMs: number; readonly reason: string };

/** The webhooks are where the buyer is told of its state, and gets its reports. */
export type BuyDefinition = Webhooks & {
  readonly brand: BrandReference;
  readonly startMs: number;
  readonly endMs: number;
  readonly packages: readonly BuyPackage[];
  readonly isPaused: boolean;
  readonly canceled?: Cancellation;
  /** Why an operator has refused it, or ''. */
  readonly rejectedFor: string;
  readonly confirmedMs: number;
  readonly echoed: Readonly<Record<string, unknown>>;
};

/** What a buy is to a buyer. `statusOf` derives it. */
export const BUY_STATUSES = [
  'pending_creatives',
  'pending_start',
  'active',
  'paused',
  'completed',
  'rejected',
  'canceled',
] as const;

export type BuyStatus = (typeof BUY_STATUSES)[number];

export type BuyState = 'open' | 'canceled' | 'rejected' | 'deleted';

export type MediaBuy = BuyerRecord<BuyDefinition, BuyState>;

export const BUY_TABLE = buyerTable<BuyDefinition, BuyState>({
  kind: 'media-buy',
  shown: withoutSecrets,
});

/** Ids of buys are unique everywhere. */
export const buyKey = (id: string) => buyerRecordKey('media-buy', '', id);

function withoutSecrets({ notify, reporting, ...shown }: BuyDefinition) {
  return { ...shown, notify: shownWebhook(notify), reporting: shownWebhook(reporting) };
}

/** Of one account. */
export const BUYS_MAX = 10_000;
export const PACKAGES_MAX = 100;

/** The creatives of an account that these packages show. One that is deleted, or of another account, is not there. */
export async function readLibrary(
  query: Query,
  account: string,
  lines: readonly Pick<BuyPackage, 'assignments'>[],
): Promise<Library> {
  const ids = new Set(
    lines.flatMap(({ assignments }) => assignments.map(({ creativeId }) => creativeId)),
  );
  const keys = [...ids].map((id) => creativeKey(account, id));
  const found = await CREATIVE_TABLE.readAll(query, keys);
  return new Map(
    found.flatMap((creative) => (creative.state === 'deleted' ? [] : [[creative.id, creative]])),
  );
}

/** When a package runs: its own flight, or that of the buy. */
export function flightOf(
  buy: Pick<BuyDefinition, 'startMs' | 'endMs'>,
  line: Pick<BuyPackage, 'startMs' | 'endMs'>,
): Flight {
  return { startMs: line.startMs ?? buy.startMs, endMs: line.endMs ?? buy.endMs };
}

export const isoOf = (ms: number) => new Date(ms).toISOString();

type CheckedBuy = Pick<MediaBuy, 'state' | 'definition'>;

/** What a buy is at this moment: from its record, the clock and the creatives of its account. */
export function statusOf(buy: CheckedBuy, library: Library, nowMs: number): BuyStatus {
  const { definition, state } = buy;
  if (state === 'rejected') return 'rejected';
  const live = livePackages(definition.packages);
  if (state !== 'open' || (live.length === 0 && definition.packages.length > 0)) return 'canceled';
  const flights = live.map((line) => flightOf(definition, line));
  if (flights.every(({ endMs }) => endMs <= nowMs) && definition.endMs <= nowMs) return 'completed';
  // What the buyer or the clock still has to do comes before a pause, which would not be felt yet.
  if (!live.some((line) => hasCreative(line, library))) return 'pending_creatives';
  if (flights.every(({ startMs }) => startMs > nowMs)) return 'pending_start';
  if (definition.isPaused || live.every(({ isPaused }) => isPaused)) return 'paused';
  return 'active';
}

function livePackages(lines: readonly BuyPackage[]): readonly BuyPackage[] {
  return lines.filter(({ canceled }) => canceled === undefined);
}

/** Of the packages that are not canceled; of all where all are. */
export function totalUsd(packages: readonly BuyPackage[]): number {
  const live = livePackages(packages);
  const counted = live.length > 0 ? live : packages;
  return fromMicros(counted.reduce((sum, { budgetUsd }) => sum + toMicros(budgetUsd), 0));
}

/** Whether the library has a creative that the package may show. */
function hasCreative({ assignments }: BuyPackage, library: Library): boolean {
  return assignments.some(
    ({ creativeId, weight }) => weight !== 0 && library.get(creativeId)?.state === 'kept',
  );
}

/** States that nothing follows. */
export const FINAL_STATUSES: readonly BuyStatus[] = ['completed', 'rejected', 'canceled'];

/** Words of 3.0, which later versions know too. */
const COARSE = ['update_budget', 'update_dates', 'update_packages', 'add_packages'] as const;

const FINE = [
  'extend_flight',
  'shorten_flight',
  'update_flight_dates',
  'increase_budget',
  'decrease_budget',
  'reallocate_budget',
  'update_targeting',
  'update_pacing',
  'update_frequency_caps',
  'replace_creative',
  'update_creative_assignments',
  'remove_creative',
  'remove_packages',
] as const;

const FINE_SINCE_3_2 = ['update_name', 'update_bidding'] as const;

/** What a buyer can do with a buy in this state, in the words of its version. */
export function validActions(
  { definition }: Pick<MediaBuy, 'definition'>,
  status: BuyStatus,
  version: AdcpVersion,
): readonly string[] {
  if (FINAL_STATUSES.includes(status)) return [];
  const isPaused = definition.isPaused || status === 'paused';
  const always = [isPaused ? 'resume' : 'pause', 'cancel', ...COARSE, 'sync_creatives'];
  if (version === '3.0') return always;
  return [...always, ...FINE, ...(version === '3.2' ? FINE_SINCE_3_2 : [])];
}
