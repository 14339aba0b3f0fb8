import { ACCOUNT_PAGES } from '../parts/accounts/page/pages.ts';
import { BUYER_PAGES } from '../parts/adcp/page/pages.ts';
import { CAMPAIGN_PAGES } from '../parts/campaigns/page/pages.ts';
import { INSIGHT_PAGES } from '../parts/insight/page/pages.ts';
import { PLAYGROUND_PAGES } from '../parts/playground/page/pages.ts';
import { REPORT_PAGES } from '../parts/reports/page/pages.ts';
import { STATEMENT_PAGES } from '../parts/statements/page/pages.ts';

/** The pages of the console, in the order in which each group of the menu has them. The first one is open at first. */
export const STANDARD_PAGES = [
  INSIGHT_PAGES,
  PLAYGROUND_PAGES,
  CAMPAIGN_PAGES,
  ACCOUNT_PAGES,
  BUYER_PAGES,
  REPORT_PAGES,
  STATEMENT_PAGES,
].flat();
