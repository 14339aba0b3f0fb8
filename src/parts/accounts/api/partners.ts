import type { AdminApi } from '../../../host/admin/admin-api.ts';
import type { PartnerRow } from '../../../host/admin/answers.ts';
import type { Config } from '../../../host/config/config.ts';
import type { Host } from '../../../host/host.ts';
import { reading } from '../../../host/machine/counted.ts';
import { quantileMs } from '../../../host/observe/buckets.ts';
import { BREAKER_VALUES, type BreakerWord } from '../../../host/observe/gauge-values.ts';
import type { Lately } from '../../../host/observe/history.ts';
import { OUTBID_REASONS } from '../../../host/observe/worker-metrics.ts';
import type { Author } from '../../../lib/op.ts';
import { createAccountStore } from '../../../store/account-store.ts';
import { PARTNER_TABLE } from '../../../store/account-table.ts';
import type { RefusedChange } from '../../../store/refused-change.ts';
import type { StoredPartner } from '../../../store/stored-account.ts';

export function partnerAnswers(sources: Host) {
  const { metrics, work, log } = sources;
  return {
    partners(): readonly PartnerRow[] {
      const { partners, memory } = work();
      const lately = metrics.history.lately();
      const asked = metrics.history.asked();
      if (lately === undefined) return [];
      return partners.served().map(({ entry, row }) => ({
        ...rowOf(entry, lately),
        isPaused: memory.pauses[row] !== 0,
        pausedBy: partners.pausedBy(entry.name) ?? null,
        qpsNow: Math.round(asked[entry.name] ?? 0),
      }));
    },
    async setPaused(partner, next, by) {
      const { partners } = work();
      const found = partners.served().find(({ entry }) => entry.name === partner);
      if (found === undefined) return false;
      if (found.source === 'store') {
        const made = await pauseStored(sources, partner, next, { who: by.who, role: by.role });
        if ('kind' in made && made.kind === 'not-found') return false;
        if ('kind' in made)
          throw new Error(`partner ${partner} could not be changed: ${made.kind}`);
      } else {
        partners.setPause(partner, next === 'paused' ? by.who : undefined);
      }
      const { who, kind } = by;
      log.info(
        { partner, who, by: kind },
        next === 'paused' ? 'a partner was paused' : 'a partner was resumed',
      );
      return true;
    },
  } satisfies Partial<AdminApi>;
}

/** A pause of a partner of the store is one on every machine, and outlasts a restart. */
async function pauseStored(
  { ledger, feed, nowMs }: Pick<Host, 'ledger' | 'feed' | 'nowMs'>,
  id: string,
  next: 'paused' | 'running',
  author: Author,
): Promise<StoredPartner | RefusedChange<StoredPartner>> {
  const database = ledger.database();
  if (database === undefined) throw new Error('the database cannot be reached');
  const accounts = createAccountStore({ database, kind: 'partner', table: PARTNER_TABLE, nowMs });
  const state = next === 'paused' ? 'paused' : 'active';
  const made = await accounts.setState({ id, revision: undefined }, state, author);
  if (!('kind' in made)) await feed.refresh();
  return made;
}

function rowOf(entry: Config['partners'][number], { now, since, byMinute, layout }: Lately) {
  const { name, kind } = entry;
  const { count, byLast } = reading(since, layout);
  const answers = (answer: string) => count('parley_partner_answers_total', name, answer);
  const drops = byLast('parley_partner_drops_total', name);
  const outbid = drops.filter(({ reason }) => OUTBID_REASONS.includes(reason));
  const latencyCell = layout.cellOf('parley_partner_latency_seconds', name);
  const latency = (cells: typeof now, q: number) => quantileMs(cells, latencyCell, q) ?? null;
  return {
    name,
    kind,
    breaker: breakerOf(reading(now, layout).count('parley_partner_breaker_state', name)),
    qpsMax: ('qpsMax' in entry ? entry.qpsMax : undefined) ?? null,
    asked: count('parley_partner_asked_total', name),
    answered: answers('bids') + answers('no_bid'),
    answeredWithBids: answers('bids'),
    timeouts: answers('timeout'),
    bids: count('parley_partner_bids_total', name),
    wins: count('parley_partner_wins_total', name),
    outbid: outbid.reduce((sum, one) => sum + one.count, 0),
    skipped: byLast('parley_partner_skipped_total', name),
    drops: drops.filter((one) => !outbid.includes(one)),
    p50Ms: latency(since, 0.5),
    p95Ms: latency(since, 0.95),
    latencyByMinuteMs: byMinute.map((cells) => latency(cells, 0.5)),
  };
}

/** A partner inside the process has no such value. */
function breakerOf(value: number): BreakerWord | null {
  const words = Object.keys(BREAKER_VALUES) as BreakerWord[];
  return words.find((word) => BREAKER_VALUES[word] === value) ?? null;
}
