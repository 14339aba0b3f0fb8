import { accounts } from './accounts.ts';
import { campaigns } from './campaigns.ts';
import { console } from './console.ts';
import { drain } from './drain.ts';
import { endpoint } from './endpoint.ts';
import { growth } from './growth.ts';
import { ladder } from './ladder.ts';
import { latency } from './latency.ts';
import { leases } from './leases.ts';
import { machines } from './machines.ts';
import { notices } from './notices.ts';
import { partners } from './partners.ts';
import { profile } from './profile.ts';
import { rates } from './rates.ts';
import type { Scenario } from './scenario.ts';
import { spec } from './spec.ts';
import { stalls } from './stalls.ts';

/** In the order in which they run. */
export const SCENARIOS = {
  endpoint,
  ladder,
  latency,
  partners,
  growth,
  campaigns,
  accounts,
  rates,
  console,
  notices,
  spec,
  stalls,
  machines,
  leases,
  drain,
  profile,
} as const satisfies Readonly<Record<string, Scenario>>;

export type ScenarioName = keyof typeof SCENARIOS;

/** Run only when asked for: the first three need Redis and Postgres, the last one measures nothing. */
export const ON_REQUEST: ReadonlySet<ScenarioName> = new Set([
  'machines',
  'leases',
  'drain',
  'profile',
]);
