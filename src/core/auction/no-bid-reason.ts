import { NO_BID_REASONS, type NoBidReason } from '../openrtb/no-bid.ts';
import type { Auction } from './auction.ts';
import type { Answer } from './solicit.ts';

/** Why an impression was not sold: the most specific of all its reasons. */
export function noBidReason(
  impid: string,
  { inventory, asked, losses }: Pick<Auction, 'inventory' | 'asked' | 'losses'>,
): NoBidReason {
  const closed = inventory.closed.find((imp) => imp.impid === impid);
  if (closed !== undefined) return closed.reason;
  const reasons: NoBidReason[] = ['no-demand'];
  for (const { answer } of asked) {
    if (answer.kind === 'timeout') reasons.push('timeout');
    if (isUnusable(answer)) reasons.push('invalid-bid');
    if (answer.kind !== 'bids' && answer.kind !== 'no-bid') continue;
    for (const passed of answer.passed ?? [])
      if (!('impid' in passed) || passed.impid === impid) reasons.push(passed.reason);
  }
  const isOpen = (id: string) => inventory.open.some(({ imp }) => imp.id === id);
  for (const { bid, loss } of losses) {
    // A bid for an impression that is not for sale was meant for one of these.
    if (bid.impid === impid || !isOpen(bid.impid)) reasons.push(loss.slug);
  }
  return mostSpecific(reasons);
}

/** An answer, or bids in it, that could not be read. Which impression they were for is unknown. */
function isUnusable(answer: Answer): boolean {
  if (answer.kind === 'malformed') return answer.isAnswer === true;
  return answer.kind === 'bids' && (answer.unreadable?.length ?? 0) > 0;
}

export function mostSpecific(reasons: readonly NoBidReason[]): NoBidReason {
  return reasons.reduce(
    (a, b) => (NO_BID_REASONS.indexOf(b) > NO_BID_REASONS.indexOf(a) ? b : a),
    'no-demand',
  );
}
