import { DAY_MS } from '../../lib/day.ts';
import { declaredDomain, type SupplyPublisher } from './claim.ts';
import type { StoredCheck } from './standing.ts';

const HOUR_MS = 3_600_000;

/** The publishers whose check is due: first those whose domain never was checked, then by the time of the last one. */
export function dueChecks(
  publishers: Iterable<SupplyPublisher>,
  checkOf: (publisher: string) => StoredCheck | undefined,
  nowMs: number,
): readonly string[] {
  const due: { readonly id: string; readonly lastMs: number }[] = [];
  for (const publisher of publishers) {
    const domain = declaredDomain(publisher);
    if (domain === undefined) continue;
    const { id } = publisher;
    const stored = checkOf(id);
    const lastMs = stored?.check.domain === domain ? stored.atMs : undefined;
    if (lastMs === undefined) due.push({ id, lastMs: 0 });
    else if (nextMs(lastMs) <= nowMs) due.push({ id, lastMs });
  }
  return due.toSorted((a, b) => a.lastMs - b.lastMs).map(({ id }) => id);
}

/** Once a day at most. The milliseconds of the last check are as good as chance: checks spread over an hour. */
function nextMs(lastMs: number): number {
  return lastMs + DAY_MS + (lastMs % HOUR_MS);
}
