import { version } from '../../../package.json';
import { SKIP_WORDS } from '../../core/auction/answer-kinds.ts';
import { LOSS_REASONS } from '../../core/auction/drop.ts';
import { SCOPES } from '../../core/exchange/limiter.ts';
import { WARNING_CODES } from '../../core/openrtb/bid-response.ts';
import { NO_BID_REASONS } from '../../core/openrtb/no-bid.ts';
import { REPAIR_NAMES } from '../../core/repairs/table.ts';
import { FACT_KINDS, UNCHARGED_REASONS } from '../../core/sale/fact.ts';
import { HOLD_CAUSES } from '../../core/sale/hold-cause.ts';
import { PARTNERS_MAX } from '../../demand/kinds.ts';
import { PUBLIC_CODES } from '../../lib/refusal-codes.ts';
import { createLayout, type Layout } from '../observe/layout.ts';

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
    skipReasons: Object.keys(SKIP_WORDS),
    lossReasons: LOSS_REASONS,
    noticeKinds: [...FACT_KINDS, 'feedback', 'conversion', 'conversion-pixel'],
    unchargedReasons: UNCHARGED_REASONS,
    holdCauses: HOLD_CAUSES,
  });
}
