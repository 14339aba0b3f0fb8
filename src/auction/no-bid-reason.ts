import { NO_BID_REASONS, type NoBidReason } from '../openrtb/no-bid.ts';
import type { AuctionResult } from './auction-result.ts';

/** Why an impression was not sold: the most specific of all its reasons. */
export function noBidReason(
  impid: string,
  { inventory, asked, losses }: AuctionResult,
): NoBidReason {
  const closed = inventory.closed.find((imp) => imp.impid === impid);
  if (closed !== undefined) return closed.reason;
  const reasons: NoBidReason[] = ['no-demand'];
  for (const { answer } of asked) {
    if (answer.kind === 'timeout') reasons.push('timeout');
    if (answer.kind !== 'bids' && answer.kind !== 'no-bid') continue;
    for (const passed of answer.passed ?? [])
      if (!('impid' in passed) || passed.impid === impid) reasons.push(passed.reason);
  }
  for (const { bid, loss } of losses) if (bid.impid === impid) reasons.push(loss.slug);
  return mostSpecific(reasons);
}

export function mostSpecific(reasons: readonly NoBidReason[]): NoBidReason {
  return reasons.reduce(
    (a, b) => (NO_BID_REASONS.indexOf(b) > NO_BID_REASONS.indexOf(a) ? b : a),
    'no-demand',
  );
}
