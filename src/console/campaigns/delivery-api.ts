/** Counts of impressions, without tests. */
export type DeliveryCounts = {
  readonly bid: number;
  readonly won: number;
  readonly shown: number;
  readonly clicked: number;
  readonly spendUsd: number;
};

/** `GET /api/campaigns/<partner>/<campaign>/delivery?days=…` */
export type CampaignDelivery = DeliveryCounts & {
  /** It ran on the request, and was among the dearest of its partner that could pay. */
  readonly matched: number;
  /** On average. Null: it has not bid. */
  readonly bidCpmUsd: number | null;
  /** The most frequent first, like the lists below. */
  readonly misfits: readonly MissingAsset[];
  readonly dropped: readonly DroppedBid[];
  readonly droppedCount: number;
  readonly outbid: readonly OutbidBy[];
  readonly outbidCount: number;
  readonly creatives: readonly CreativeDelivery[];
};

/** No creative of the campaign fitted, for want of this. */
export type MissingAsset = {
  readonly missing: string;
  readonly publisher: string;
  readonly count: number;
};

/** The bid broke a rule, by its OpenRTB loss code. */
export type DroppedBid = {
  readonly code: number;
  readonly publisher: string;
  readonly count: number;
};

export type OutbidBy = {
  readonly partner: string;
  readonly seat: string;
  readonly count: number;
  /** What the winner bid, on average. */
  readonly cpmUsd: number;
};

export type CreativeDelivery = DeliveryCounts & {
  /** '': counts from before they were kept for each creative. */
  readonly creative: string;
};
