import type { Trouble } from '../../host/admin/answers.ts';
import { reading } from '../../host/machine/counted.ts';
import type { Lately } from '../../host/observe/history.ts';
import { troubleOf } from './trouble-of.ts';

type WatchedPartner = { readonly name: string };
type AnswerCounts = { readonly failed: number; readonly all: number };
type PartnerChange = { readonly atMs: number; readonly before: AnswerCounts };

/** What goes wrong later than this is not of the change. */
const WATCHED_MS = 60 * 60_000;
/** Of the minutes since the change the last ones count, so that a partner that works again is not blamed. */
const MINUTES_LOOKED_AT = 5;
/** Fewer answers tell nothing. */
const ANSWERS_MIN = 20;
const FAILED_SHARE_MIN = 0.2;
/** How many times the share of before it has to be. */
const WORSE_BY = 2;

const FAILURES = ['malformed', 'timeout', 'failed'] as const;

/** Notices that a partner fails more often since its entry was changed, or from the first when it is new. */
export function createPartnerChanges() {
  let known: ReadonlyMap<string, WatchedPartner> | undefined;
  const changes = new Map<string, PartnerChange>();

  return {
    /** To be called with the entries of now, again and again. */
    look(entries: readonly WatchedPartner[], lately: Lately, nowMs: number): void {
      const last = known;
      known = new Map(entries.map((entry) => [entry.name, entry]));
      for (const [partner, { atMs }] of changes) {
        if (!known.has(partner) || nowMs - atMs > WATCHED_MS) changes.delete(partner);
      }
      // At the start nothing has changed.
      if (last === undefined) return;
      for (const entry of entries) {
        const earlier = last.get(entry.name);
        if (earlier === entry || Bun.deepEquals(earlier, entry)) continue;
        const before = answersOf(entry.name, [lately.since], lately);
        changes.set(entry.name, { atMs: nowMs, before });
      }
    },
    troubles: (lately: Lately): readonly Trouble[] =>
      [...changes].flatMap(([partner, change]) => troubleOfChange(partner, change, lately) ?? []),
  };
}

function troubleOfChange(partner: string, { atMs, before }: PartnerChange, lately: Lately) {
  const { byMinute, endsMs } = lately;
  // A minute that began before the change has counts of both.
  const first = endsMs.findIndex((endMs) => endMs >= atMs) + 1;
  const minutes = first === 0 ? [] : byMinute.slice(first).slice(-MINUTES_LOOKED_AT);
  const after = answersOf(partner, minutes, lately);
  const shareBefore = before.all < ANSWERS_MIN ? 0 : before.failed / before.all;
  const share = after.all === 0 ? 0 : after.failed / after.all;
  if (after.all < ANSWERS_MIN || share < FAILED_SHARE_MIN) return undefined;
  if (share < shareBefore * WORSE_BY) return undefined;
  const earlier = before.all < ANSWERS_MIN ? '' : `, and ${percent(shareBefore)} before`;
  const since = new Date(atMs).toISOString().slice(11, 16);
  const what = `${partner} fails in ${percent(share)} of its calls since its entry changed at ${since} UTC${earlier}`;
  return troubleOf('partner-failing-after-change', {
    partner,
    kind: 'bad',
    what,
    page: 'partners',
  });
}

function answersOf(
  partner: string,
  counts: readonly Lately['since'][],
  { layout }: Lately,
): AnswerCounts {
  const readings = counts.map((cells) => reading(cells, layout));
  const sum = (kinds: readonly string[]) =>
    readings.reduce(
      (all, { count }) =>
        all +
        kinds.reduce((n, kind) => n + count('parley_partner_answers_total', partner, kind), 0),
      0,
    );
  const failed = sum(FAILURES);
  return { failed, all: failed + sum(['bids', 'no_bid']) };
}

const percent = (share: number) => `${Math.round(100 * share)} %`;
