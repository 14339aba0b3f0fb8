import Type from 'typebox';
import type { Flight } from '../../demand/campaigns/flight.ts';
import { fromMicros, toMicros } from '../../lib/money.ts';
import { type RecordOf, recordKind } from '../../store/record-kind.ts';
import type { BrandReference } from './accounts.ts';
import type { PricingModel } from './seller-terms.ts';
import { type BuyerWebhook, shownWebhook } from './webhooks.ts';

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
  /** The bid is the ceiling of what the buyer bids. Absent: it is the amount. */
  readonly bidAs?: 'max_bid';
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

export type BuyDefinition = {
  /** Where the buyer is told of its state. */
  readonly notify?: BuyerWebhook;
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

export const MEDIA_BUY = recordKind({
  name: 'media-buy',
  schema: Type.Unsafe<BuyDefinition>(Type.Object({})),
  states: { open: ['canceled', 'rejected'], canceled: [], rejected: [] },
  kept: { buyer: '', account: '' },
  ownerOf: ({ account }) => account,
  countMax: 10_000,
  shownDefinition: ({ notify, ...shown }) => ({ ...shown, notify: shownWebhook(notify) }) as never,
  shownKept: (kept) => kept,
});

export type MediaBuy = RecordOf<typeof MEDIA_BUY>;

export const PACKAGES_MAX = 100;

/** When a package runs: its own flight, or that of the buy. */
export function flightOf(
  buy: Pick<BuyDefinition, 'startMs' | 'endMs'>,
  line: Pick<BuyPackage, 'startMs' | 'endMs'>,
): Flight {
  return { startMs: line.startMs ?? buy.startMs, endMs: line.endMs ?? buy.endMs };
}

export const isoOf = (ms: number) => new Date(ms).toISOString();

/** What a buy is at this moment: from its record and the clock. */
export function statusOf(
  { definition, state }: Pick<MediaBuy, 'state' | 'definition'>,
  nowMs: number,
): BuyStatus {
  if (state === 'rejected') return 'rejected';
  const live = livePackages(definition.packages);
  if (state !== 'open' || (live.length === 0 && definition.packages.length > 0)) return 'canceled';
  const flights = live.map((line) => flightOf(definition, line));
  if (flights.every(({ endMs }) => endMs <= nowMs) && definition.endMs <= nowMs) return 'completed';
  // What the buyer or the clock still has to do comes before a pause, which would not be felt yet.
  const hasCreative = live.some(({ assignments }) =>
    assignments.some(({ weight }) => weight !== 0),
  );
  if (!hasCreative) return 'pending_creatives';
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

/** States that nothing follows. */
export const FINAL_STATUSES: readonly BuyStatus[] = ['completed', 'rejected', 'canceled'];
