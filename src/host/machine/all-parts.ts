import { ADVERTISER_OPS } from '../../parts/accounts/advertisers.ts';
import { PARTNER_OPS } from '../../parts/accounts/partners.ts';
import { PUBLISHER_OPS, unknownCurrency } from '../../parts/accounts/publishers.ts';
import { BUYER_OPS, ofKnownPublishers, sandboxedAlone } from '../../parts/buyers/operations.ts';
import { campaignImports } from '../../parts/campaigns/campaign-changes.ts';
import { CAMPAIGN_OPS } from '../../parts/campaigns/operations.ts';
import { FEEDBACK_OPS } from '../../parts/feedback/operations.ts';
import { IMAGE_OPS } from '../../parts/images/operations.ts';
import { startLive } from '../../parts/insight/live.ts';
import { INSIGHT_OPS } from '../../parts/insight/operations.ts';
import { PLAYGROUND_OPS } from '../../parts/playground/operations.ts';
import { PORTAL_OPS } from '../../parts/portal/operations.ts';
import { REPORT_OPS } from '../../parts/reports/operations.ts';
import { startDueReports } from '../../parts/reports/send.ts';
import { STATEMENT_OPS } from '../../parts/statements/operations.ts';
import { SUPPLY_OPS } from '../../parts/supply/operations.ts';
import { ADVERTISER, BUYER, PARTNER, PRODUCT, PUBLISHER } from '../../store/account-kinds.ts';
import { MACHINE_OPS } from '../admin/machine-ops.ts';
import { importOps, kindImport } from '../import-ops.ts';

/** What files are read into and written from. */
const ALL_IMPORTS = [
  campaignImports,
  kindImport(PUBLISHER, { name: 'publishers', write: 'admin', check: unknownCurrency }),
  kindImport(PARTNER, { name: 'partners', write: 'admin', check: unknownCurrency }),
  kindImport(ADVERTISER, { name: 'advertisers', write: 'ads' }),
  kindImport(BUYER, { name: 'buyers', write: 'admin', check: sandboxedAlone }),
  kindImport(PRODUCT, { name: 'products', write: 'admin', check: ofKnownPublishers }),
];

/** Every operation of the admin port. */
export const ALL_OPS = [
  ...MACHINE_OPS,
  ...CAMPAIGN_OPS,
  ...PUBLISHER_OPS,
  ...PARTNER_OPS,
  ...ADVERTISER_OPS,
  ...BUYER_OPS,
  ...PORTAL_OPS,
  ...FEEDBACK_OPS,
  ...IMAGE_OPS,
  ...INSIGHT_OPS,
  ...PLAYGROUND_OPS,
  ...REPORT_OPS,
  ...STATEMENT_OPS,
  ...SUPPLY_OPS,
  ...importOps(ALL_IMPORTS),
];

/** What runs beside the workers. Each returns the function that ends it. */
export const ALL_UPKEEP = [startDueReports, startLive] as const;
