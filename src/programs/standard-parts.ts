import { ACCOUNTS } from '../parts/accounts/part.ts';
import { ADCP } from '../parts/adcp/part.ts';
import { CAMPAIGNS } from '../parts/campaigns/part.ts';
import { HEALTH } from '../parts/health/part.ts';
import { IMAGES } from '../parts/images/part.ts';
import { INSIGHT } from '../parts/insight/part.ts';
import { PLAYGROUND } from '../parts/playground/part.ts';
import { PORTAL } from '../parts/portal/part.ts';
import { REPORTS } from '../parts/reports/part.ts';
import { STATEMENTS } from '../parts/statements/part.ts';
import { SUPPLY } from '../parts/supply/part.ts';

/** The parts of the server, in the order in which the OpenAPI document lists their operations. */
export const STANDARD_PARTS = [
  CAMPAIGNS,
  ACCOUNTS,
  ADCP,
  PORTAL,
  HEALTH,
  IMAGES,
  INSIGHT,
  PLAYGROUND,
  REPORTS,
  STATEMENTS,
  SUPPLY,
] as const;
