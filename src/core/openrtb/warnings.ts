import { preview } from '../../lib/preview.ts';
import type { BidRequest } from './bid-request.ts';
import type { Warning } from './bid-response.ts';
import { LISTED_INTENTS } from './context.ts';
import { consentStrings, gdprSignal } from './privacy-signals.ts';
import { KEYWORDS_MAX } from './product-search.ts';

const REQUEST_BYTES_RECOMMENDED = 100_000;

const NO_WARNINGS: readonly Warning[] = [];

export function warnOfSize(bytes: number): readonly Warning[] {
  if (bytes <= REQUEST_BYTES_RECOMMENDED) return NO_WARNINGS;
  const reason = `the request has ${bytes} bytes; stay under ${REQUEST_BYTES_RECOMMENDED}`;
  return [{ code: 'REQUEST_LARGE', reason }];
}

export function warnOfKeywords(wire: BidRequest, ignored: number): readonly Warning[] {
  if (ignored === 0) return NO_WARNINGS;
  const channel = (wire.site?.keywords ?? wire.site?.kwarray) ? 'site' : 'app';
  const name = wire[channel]?.keywords === undefined ? 'kwarray' : 'keywords';
  const reason = `the first ${KEYWORDS_MAX} keywords are used; ${ignored} more are ignored`;
  return [{ code: 'KEYWORDS_IGNORED', field: `${channel}.${name}`, reason }];
}

/** The parts that an item of `user.data` is expected to have. */
const USER_DATA_PARTS = ['id', 'name', 'segment'] as const;

/** Of the first items: a body has room for thousands. */
const USER_DATA_WARNINGS_MAX = 10;

export function warnOfUserData({ user }: BidRequest): readonly Warning[] {
  if (user?.data === undefined) return NO_WARNINGS;
  const warnings: Warning[] = [];
  for (const [index, item] of user.data.entries()) {
    if (warnings.length === USER_DATA_WARNINGS_MAX) break;
    const absent = USER_DATA_PARTS.filter((part) => item[part] === undefined);
    if (absent.length === 0) continue;
    const field = `user.data[${index}]`;
    const reason = `expected id, name and segment, but there is no ${absent.join(' and no ')}`;
    warnings.push({ code: 'USER_DATA_INCOMPLETE', field, reason });
  }
  return warnings;
}

/** Rule 15. */
export function warnOfConsent(wire: BidRequest): readonly Warning[] {
  if (gdprSignal(wire) !== 1 || consentStrings(wire).length > 0) return NO_WARNINGS;
  const [gdpr, consent] =
    wire.regs?.gdpr === 1 ? ['regs.gdpr', 'user.consent'] : ['regs.ext.gdpr', 'user.ext.consent'];
  const reason = `GDPR applies (${gdpr} is 1), but the request carries no consent string`;
  return [{ code: 'GDPR_CONSENT_MISSING', field: consent, reason }];
}

export function warnOfIntent(wire: BidRequest): readonly Warning[] {
  const value = wire.ext?.service?.intent?.value;
  if (value === undefined || LISTED_INTENTS.includes(value)) return NO_WARNINGS;
  const reason = `expected one of ${LISTED_INTENTS.join(', ')}, but got ${preview(value)}`;
  return [{ code: 'INTENT_UNLISTED', field: 'ext.service.intent.value', reason }];
}
