import { isPublicIp, parseIp } from '../../lib/ip.ts';
import type { Fact } from './fact.ts';
import { fillOutcome } from './macros.ts';

/** Where the URLs of a partner may lead. */
export type Reach = 'internet' | 'anywhere';

/** Why a URL that a notice carried is not called. */
type Unreachable = 'not-callable' | 'internal-address';

export type DueCallsParts = {
  readonly reachOf: (partner: string) => Reach;
  readonly onUnreachable: (partner: string, reason: Unreachable) => void;
};

/**
 * The URLs that a fact makes due, with all macros filled. They are checked again, since the config may have changed since
 * the sale. Only addresses are checked here. The address of a name, and whether the config has the partner, is checked
 * when the URL is called: while configs are changed one machine after the other, this one may not know the partner yet.
 */
export function dueCalls(
  urls: readonly string[],
  fact: Fact,
  { reachOf, onUnreachable }: DueCallsParts,
): readonly string[] {
  if (urls.length === 0) return urls;
  const { partner } = fact.sale;
  const reach = reachOf(partner);
  const due: string[] = [];
  for (const url of urls) {
    const filled = fillOutcome(url, fact);
    const fault = faultOf(filled, reach);
    if (fault === undefined) due.push(filled);
    else onUnreachable(partner, fault);
  }
  return due;
}

function faultOf(url: string, reach: Reach): Unreachable | undefined {
  const parsed = isCallable(url) ? URL.parse(url) : null;
  if (parsed === null) return 'not-callable';
  const { hostname } = parsed;
  const isInternal = parseIp(hostname) !== undefined && !isPublicIp(hostname);
  return isInternal && reach === 'internet' ? 'internal-address' : undefined;
}

/**
 * Whether a partner's URL has a form that this server calls or sends people to. White space would end it before it ends,
 * and browsers repair control characters and backslashes in different ways.
 */
export function isCallable(url: string): boolean {
  return CALLABLE.test(url);
}

const CALLABLE = /^https?:\/\/[^\p{Cc}\s\\]+$/iu;
