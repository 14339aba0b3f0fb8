import type { Counted } from '../../../../host/admin/answers.ts';
import { share } from '../../../../ui/format.ts';
import { dropWords, skipWords } from '../../../../ui/shell/words.ts';
import type { PartnerRow } from '../api.ts';

/** A larger share of calls that failed or were late is shown as a warning. */
const TROUBLED_SHARE_MAX = 0.05;

/** The worst current condition of a partner. */
export function healthOf(row: PartnerRow) {
  const { isPaused, pausedBy, breaker, asked, timeouts } = row;
  if (isPaused) return { kind: 'quiet', words: pausedBy ? `Paused by ${pausedBy}` : 'Paused' };
  if (breaker === 'open') {
    return { kind: 'bad', words: 'Circuit breaker open after too many failures' };
  }
  if (breaker === 'half-open') return { kind: 'warn', words: 'Being tried again' };
  if (asked === 0) return { kind: 'quiet', words: 'Not asked lately' };
  const failed = failedOf(row);
  const isTroubled = (calls: number) => calls / asked > TROUBLED_SHARE_MAX;
  // Of two troubles the larger one is named.
  if (isTroubled(failed) && failed >= timeouts) {
    return { kind: 'warn', words: `${share(failed, asked)} of the calls fail` };
  }
  if (isTroubled(timeouts)) {
    return { kind: 'warn', words: `${share(timeouts, asked)} of the answers are too late` };
  }
  return { kind: 'good', words: 'Healthy' };
}

/** Calls and bids that came to nothing. */
type Lost = {
  readonly times: number;
  readonly words: string;
  /** The answer of the partner in auctions that show it. */
  readonly answer?: 'skipped' | 'timeout' | 'failed';
};

/** The reasons listed by name. The others are summed. */
const REASONS_MAX = 3;

export function lossesOf(row: PartnerRow): readonly Lost[] {
  const calls: readonly Lost[] = [
    { times: row.timeouts, words: 'too late', answer: 'timeout' },
    { times: failedOf(row), words: 'failed or unreadable', answer: 'failed' },
  ];
  const skipped = some(row.skipped, (reason) => `not asked: ${skipWords(reason)}`);
  return [
    ...skipped.map((one): Lost => ({ ...one, answer: 'skipped' })),
    ...calls,
    ...some(row.drops, (reason) => `dropped: ${lower(dropWords(reason).what)}`),
    { times: row.outbid, words: 'outbid' },
  ].filter(({ times }) => times > 0);
}

function some(all: readonly Counted[], words: (reason: string) => string): readonly Lost[] {
  const rest = all.slice(REASONS_MAX).reduce((sum, one) => sum + one.count, 0);
  return [
    ...all.slice(0, REASONS_MAX).map((one) => ({ times: one.count, words: words(one.reason) })),
    { times: rest, words: 'for other reasons' },
  ];
}

/** Calls that were neither answered nor late. */
function failedOf({ asked, answered, timeouts }: PartnerRow): number {
  return Math.max(0, asked - answered - timeouts);
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
