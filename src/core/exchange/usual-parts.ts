import { createSensitiveMatcher } from '../../language/sensitive/matcher.ts';
import { SHIPPED_LISTS } from '../../language/sensitive/shipped-lists.ts';
import { createFindSensitive } from '../auction/find-sensitive.ts';
import type { LocalPartner } from '../auction/partner.ts';
import { NO_RULES } from '../auction/rules.ts';
import { locateNowhere } from '../openrtb/validate.ts';
import { NO_PLACEMENTS } from '../sale/dimensions.ts';
import { WHOLE_SHARE } from '../sale/fact.ts';
import { createNoticeKeys } from '../sale/keys.ts';
import { createSeller } from '../sale/sell.ts';
import type { ExchangeParts } from './exchange.ts';
import type { Limiter, LimitState } from './limiter.ts';
import type { Arrival } from './receive.ts';

/** What a program decides that holds auctions itself, without a server of Parley. */
type OwnExchange = {
  readonly partners: readonly LocalPartner[];
  /** Where notices of its ads go, without a trailing slash. */
  readonly publicUrl: string;
  /** Signs the notices. */
  readonly noticeKey: string;
};

/** The parts of an exchange that serves everybody by the usual rules and records nothing. Each can be replaced. */
export function usualParts({ partners, publicUrl, noticeKey }: OwnExchange): ExchangeParts {
  const standing = { gvlId: undefined, needsConsent: false };
  const ready = partners.map((partner) => ({ partner, standing, isPaused: () => false }));
  return {
    limiter: UNLIMITED,
    locate: locateNowhere,
    authorize: () => undefined,
    auction: {
      partners: () => ready,
      rulesOf: () => NO_RULES,
      rates: new Map(),
      defaultType: 1,
      timeoutMs: 500,
      findSensitive: createFindSensitive(createSensitiveMatcher(SHIPPED_LISTS)),
    },
    tickMs: () => performance.now(),
    nowMs: Date.now,
    chance: Math.random,
    newId: () => crypto.randomUUID(),
    placementsOf: () => NO_PLACEMENTS,
    sell: createSeller({
      publicUrl,
      keys: createNoticeKeys([noticeKey]),
      nowMs: Date.now,
      billOnOf: () => 'burl',
      trackersOf: () => 'client',
      shareOf: () => WHOLE_SHARE,
    }),
    recorder: { auction() {}, refusal() {}, withoutNative() {} },
    onRecordError(error) {
      throw error;
    },
  };
}

const LIMIT = Number.MAX_SAFE_INTEGER;
const NO_LIMIT: LimitState = { scope: 'global', limit: LIMIT, remaining: LIMIT, resetSec: 0 };

const UNLIMITED: Limiter = {
  admit: () => ({ isAdmitted: true, state: NO_LIMIT }),
  settle: () => ({ isAdmitted: true, state: NO_LIMIT }),
  look: () => NO_LIMIT,
};

/** A bid request that is there already, as text. */
export function arrivalOf(text: string): Arrival {
  return {
    caller: '',
    requestId: crypto.randomUUID(),
    arrivedMs: performance.now(),
    isOverloaded: false,
    origin: null,
    headers: new Headers(),
    readBody: () => ({ text, bytes: Buffer.byteLength(text), repairs: [] }),
  };
}
