import type { Log } from '../lib/log.ts';

/** The line that the start ends with, and one about what plain http costs. */
export function tellListening(log: Log, facts: object, publicUrl: string): void {
  log.info(facts, 'Parley is listening');
  if (!/^https:/i.test(publicUrl)) log.info({ publicUrl }, PLAIN_HTTP);
}

const PLAIN_HTTP =
  'listen.publicUrl is not https: impressions with secure: 1, which Prebid.js always sets, get no trackers of this exchange, and ads with pictures from here are dropped as not-secure';
