import { version } from '../../../package.json';
import { LOSS } from '../../core/auction/drop.ts';
import type { Answer } from '../../core/auction/solicit.ts';
import { SCOPES } from '../../core/exchange/limiter.ts';
import { WARNING_CODES } from '../../core/openrtb/bid-response.ts';
import { NO_BID_REASONS, type NoBidReason } from '../../core/openrtb/no-bid.ts';
import { REPAIR_NAMES } from '../../core/repairs/table.ts';
import { FACT_KINDS, UNCHARGED_REASONS } from '../../core/sale/fact.ts';
import { HOLD_CAUSES } from '../../core/sale/hold-cause.ts';
import { PARTNERS_MAX } from '../../demand/kinds.ts';
import { PUBLIC_CODES } from '../../lib/refusal.ts';
import { createLayout, type Layout } from '../observe/layout.ts';
import type { LossReason } from '../observe/series.ts';

type SkipReason = Extract<Answer, { readonly kind: 'skipped' }>['reason'];

/** A record, so that the compiler reports a missing value. */
const SKIP_REASONS: Readonly<Record<SkipReason, true>> = {
  'qps-cap': true,
  'in-flight-cap': true,
  'breaker-open': true,
  'no-consent': true,
  'test-traffic': true,
  'not-wanted': true,
  'no-time': true,
  paused: true,
};

/** OpenRTB has one code for an ad of another format, one whose assets do not fit, and one that is broken. */
const OTHER_REASONS: readonly (LossReason & { readonly slug: NoBidReason })[] = [
  { code: LOSS.wrongFormat.code, name: 'asset-mismatch', slug: 'asset-mismatch' },
  { code: LOSS.wrongFormat.code, name: 'invalid-ad', slug: 'invalid-bid' },
];

/** A worker and its replacement count at the same time. */
export const SLABS_PER_WORKER = 2;

/** The layout of the metrics, without partners: the same in every process. */
export function metricsLayout(workers: number): Layout {
  return createLayout({
    version,
    slabs: workers * SLABS_PER_WORKER,
    partnersMax: PARTNERS_MAX,
    refusalCodes: Object.keys(PUBLIC_CODES),
    noBidReasons: NO_BID_REASONS,
    warningCodes: WARNING_CODES,
    repairNames: REPAIR_NAMES,
    scopes: SCOPES,
    skipReasons: Object.keys(SKIP_REASONS),
    lossReasons: [
      ...Object.entries(LOSS).map(([name, { code }]) => ({ code, name: slugOf(name) })),
      ...OTHER_REASONS,
    ],
    noticeKinds: [...FACT_KINDS, 'feedback', 'conversion', 'conversion-pixel'],
    unchargedReasons: UNCHARGED_REASONS,
    holdCauses: HOLD_CAUSES,
  });
}

/** `belowFloor` → `below-floor` */
function slugOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
