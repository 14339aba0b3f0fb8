import {
  callerLimit,
  type Limits,
  publisherLimit,
  SCOPES,
  type Scope,
} from '../../core/exchange/limiter.ts';
import { PUBLISHER } from '../../store/account-kinds.ts';
import type { Host } from '../host.ts';
import type { LimitUse } from '../limits/watched-limiter.ts';
import { limitsOf } from '../worker/assemble.ts';

export type LimitRow = ReturnType<typeof limitRows>[number];

const ROWS_MAX = 100;

type NameUse = { readonly bySecond: Map<number, number>; refused: number };

/** Who is how near to a limit, the nearest first. */
export async function limitsNow({
  pool,
  nowMs,
  records,
  work,
}: Pick<Host, 'pool' | 'nowMs' | 'records' | 'work'>): Promise<readonly LimitRow[]> {
  const uses = (await pool.ask('limits')).filter((reply) => reply !== undefined);
  const { config } = work().setup;
  // With those of single publishers, of the store and of the config, which stands above it.
  const publishers = records.all(PUBLISHER).map(({ definition }) => definition);
  return limitRows(uses, limitsOf({ limits: config.limits, publishers }), nowMs());
}

/** Sums the counts of all workers second by second, because the peak of one worker is not the machine's peak. */
export function limitRows(uses: readonly LimitUse[], limits: Limits, nowMs: number) {
  const limitOf: Readonly<Record<Scope, (name: string) => number>> = {
    global: () => limits.globalPerSecond,
    publisher: (name) => publisherLimit(limits, name),
    ip: (name) => callerLimit(limits, name),
  };
  const lastSec = Math.floor(nowMs / 1000) - 1;
  const rows = SCOPES.flatMap((scope) => {
    const names = gather(uses, scope);
    if (scope === 'global' && names.size === 0) names.set('', { bySecond: new Map(), refused: 0 });
    return [...names].map(([name, { bySecond, refused }]) => ({
      scope,
      name,
      limitPerSec: limitOf[scope](name),
      nowPerSec: bySecond.get(lastSec) ?? 0,
      peakPerSec: Math.max(0, ...bySecond.values()),
      refused,
    }));
  });
  const shareOf = ({ peakPerSec, limitPerSec }: (typeof rows)[number]) => peakPerSec / limitPerSec;
  const others = rows.filter(({ scope }) => scope !== 'global');
  others.sort((a, b) => shareOf(b) - shareOf(a));
  // The global row always comes first.
  return [...rows.filter(({ scope }) => scope === 'global'), ...others.slice(0, ROWS_MAX)];
}

function gather(uses: readonly LimitUse[], scope: Scope): Map<string, NameUse> {
  const names = new Map<string, NameUse>();
  for (const { nowSec, names: counted } of uses) {
    for (const { name, asked, refused } of counted[scope]) {
      const one = names.get(name) ?? { bySecond: new Map<number, number>(), refused: 0 };
      one.refused += refused;
      for (const [i, count] of asked.entries()) {
        const second = nowSec - asked.length + 1 + i;
        if (count > 0) one.bySecond.set(second, (one.bySecond.get(second) ?? 0) + count);
      }
      names.set(name, one);
    }
  }
  return names;
}
