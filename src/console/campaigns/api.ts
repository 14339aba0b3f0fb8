/** `GET /api/campaigns?find=…`. Stopped campaigns come first. */
export type CampaignList = {
  readonly rows: readonly CampaignRow[];
  /** How many campaigns matched. The rows may be fewer. */
  readonly total: number;
  /** How many of the matched campaigns are in each state. */
  readonly states: readonly { readonly state: CampaignState; readonly count: number }[];
};

/** `stopped`: by its budget or flight; `quiet`: nothing has matched it yet. */
export type CampaignState = 'serving' | 'stopped' | 'quiet';

export type CampaignRow = {
  readonly partner: string;
  readonly campaign: string;
  readonly advertiser: string;
  readonly state: CampaignState;
  /** Whether it serves and, if not, why. */
  readonly sentence: string;
  /** Null: the ledger cannot be read now. Amounts of money are USD. */
  readonly money: CampaignProgress | null;
  readonly impressions: CampaignProgress | null;
  /** ISO times; null: without end. */
  readonly startsAt: string | null;
  readonly endsAt: string | null;
};

/** A limit that is not set is null. */
export type CampaignProgress = {
  readonly spentTotal: number;
  readonly spentToday: number;
  readonly total: number | null;
  readonly daily: number | null;
  /** The spend that even pacing allows today by now. */
  readonly allowedByNow: number | null;
};
