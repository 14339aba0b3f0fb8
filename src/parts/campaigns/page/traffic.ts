/** The conditions of a campaign whose values are suggested from traffic. */
export const TRAFFIC_FIELDS = ['countries', 'languages', 'intents', 'publishers'] as const;

export type TrafficField = (typeof TRAFFIC_FIELDS)[number];

/** `GET /api/traffic?days=…&zone=…`: how many requests had what campaigns can ask for. */
export type CampaignTraffic = {
  /** The days that `requests` are of: so many before today, and today until now. */
  readonly days: number;
  readonly fields: Readonly<Record<TrafficField, TrafficOfField>>;
};

export type TrafficOfField = {
  /** How many requests were looked at. 0: nothing can be said. */
  readonly requests: number;
  /** The most frequent first. */
  readonly values: readonly TrafficValue[];
  /**
   * What is known of a value that is not listed. `none`: no request had it; `not-sampled`: hardly any sampled request
   * had it; `unknown`: there are too many values to list them all.
   */
  readonly unlisted: 'none' | 'not-sampled' | 'unknown';
};

export type TrafficValue = {
  readonly value: string;
  readonly requests: number;
  readonly yesterday: number;
  /** Whether the numbers come from sampled requests. */
  readonly isAbout: boolean;
};
