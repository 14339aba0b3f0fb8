import { fromMicros, toMicros } from '../../../lib/money.ts';
import type { BuyPackage, BuyStatus, MediaBuy } from '../records/buy-record.ts';
import type { AdcpVersion } from '../versions.ts';
import type { Library } from '../records/creative-record.ts';
import { flightOf } from './flight-of-package.ts';

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

export function livePackages(lines: readonly BuyPackage[]): readonly BuyPackage[] {
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
