/**
 * What happens to a campaign, not what is allowed, in words that a list is filtered by. `failing`: it bids or matches and
 * sells nothing; `stopped`: by its budget, or by a block of its advertiser; `held`: its budget or its pace holds it back;
 * `waiting`: nothing of it is approved. Those that need somebody come first.
 */
export const ROW_STATES = {
  failing: 'Sells nothing',
  stopped: 'Stopped',
  waiting: 'Waiting for approval',
  held: 'Paced or held back',
  quiet: 'No request matched',
  selling: 'Selling',
  scheduled: 'Starts later',
  ended: 'Ended',
  draft: 'Draft',
  paused: 'Paused',
  archived: 'Archived',
} as const;

export type RowState = keyof typeof ROW_STATES;

/** The orders of the list, the usual one first. */
export const CAMPAIGN_SORTS = {
  urgency: 'what needs attention',
  name: 'name',
  advertiser: 'advertiser',
  spent: 'spent in all',
  today: 'spent today',
  changed: 'last change',
} as const;
