import type { BuyPackage, MediaBuy } from '../records/buy-record.ts';
import type { Library } from './campaign-of-package.ts';
import { flightOf } from './flight-of-package.ts';

type BuyAtPresent = Pick<MediaBuy, 'state' | 'definition'>;

export type BuyStatus = string;

/** What a buy is at this moment: from its record, the clock and the creatives of its account. */
export function statusOf(buy: BuyAtPresent, library: Library, nowMs: number): BuyStatus {
  const { definition, state } = buy;
  if (definition.forced !== undefined) return definition.forced.status;
  if (state === 'rejected') return 'rejected';
  const live = livePackages(definition.packages);
  if (state !== 'open' || (live.length === 0 && definition.packages.length > 0)) return 'canceled';
  const flights = live.map((line) => flightOf(definition, line));
  if (flights.every(({ endMs }) => endMs <= nowMs) && definition.endMs <= nowMs) return 'completed';
  if (!live.some((line) => hasCreative(line, library))) return 'pending_creatives';
  if (flights.every(({ startMs }) => startMs > nowMs)) return 'pending_start';
  if (definition.isPaused || live.every(({ isPaused }) => isPaused)) return 'paused';
  return 'active';
}

function livePackages(lines: readonly BuyPackage[]): readonly BuyPackage[] {
  return lines.filter(({ canceled }) => canceled === undefined);
}

function hasCreative({ assignments }: BuyPackage, library: Library): boolean {
  return assignments.some(
    ({ creativeId, weight }) => weight !== 0 && library.get(creativeId)?.state === 'kept',
  );
}
