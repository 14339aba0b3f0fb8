import { Compile } from 'typebox/schema';
import { findFaults } from '../../lib/schema-fault.ts';
import { type Campaign, CampaignSchema } from './campaign-schema.ts';
import { type Breach, contradictionsOf } from './contradictions.ts';
import { breachOf, findEmptyKey } from './read-campaigns.ts';

/** What is wrong with a campaign: all of it, each with the path of its field. */
export class CampaignFaults {
  readonly faults: readonly Breach[];
  constructor(faults: readonly Breach[]) {
    this.faults = faults;
  }
}

const compiled = Compile(CampaignSchema);

/** By the rules of a file, with the same sentences. */
export function checkCampaign(value: unknown): Campaign | CampaignFaults {
  if (compiled.Check(value)) {
    const contradictions = contradictionsOf(value);
    return contradictions.length === 0 ? value : new CampaignFaults(contradictions);
  }
  const faults = findFaults(CampaignSchema, value).map(breachOf);
  if (faults.length > 0) return new CampaignFaults(faults);
  const empty = findEmptyKey(value, '');
  if (empty === undefined) throw new Error('the campaign check and its explanation disagree');
  return new CampaignFaults([empty]);
}
