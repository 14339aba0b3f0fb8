import type { Aim } from '../aims.ts';
import type { Pace } from '../measure/pace.ts';
import type { Row } from '../rows.ts';

export type Scenario = {
  readonly summary: string;
  readonly aims?: readonly Aim[];
  /** Starts what it needs; whoever runs it stops everything afterwards. */
  readonly run: (pace: Pace) => Promise<readonly Row[]>;
};
