/** What a person may say of an ad: that it should go, that nothing of its advertiser should come, that something is wrong with it. */
export const FEEDBACK_KINDS = ['hide', 'advertiser', 'report'] as const;

type FeedbackKind = (typeof FEEDBACK_KINDS)[number];

/** Why an ad was reported. There is no free text: a person could write of themselves in it. */
export const REPORT_REASONS = [
  'misleading',
  'offensive',
  'illegal',
  'irrelevant',
  'repeated',
  'other',
] as const;

export type ReportReason = (typeof REPORT_REASONS)[number];

/** What somebody said of a sold ad. It names no person, and counts once for each sale and kind. */
export type Feedback = {
  readonly kind: FeedbackKind;
  /** Of a report; otherwise ''. */
  readonly reason: ReportReason | '';
  readonly atMs: number;
  readonly auctionId: string;
  readonly impId: string;
  readonly publisher: string;
  readonly partner: string;
  readonly campaign: string;
  readonly creative: string;
  /** The domain, or '' where the bid named none. */
  readonly advertiser: string;
  /** As the person saw it. */
  readonly title: string;
};
