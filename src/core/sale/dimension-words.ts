import type { DimensionName, SubjectName } from './dimensions.ts';

export const TIMES = ['minute', 'hour', 'day'] as const;

export type TimeDimension = (typeof TIMES)[number];

type ReportDimension = DimensionName | SubjectName | TimeDimension;

type DimensionWords = {
  readonly name: string;
  readonly meaning: string;
  /** Instead of an empty value. */
  readonly none: string;
};

const UNKNOWN = '(unknown)';

/** What reports can be split by, in the order in which people see it. The console has it, so no value is read here. */
export const DIMENSION_WORDS: Readonly<Record<ReportDimension, DimensionWords>> = {
  publisher: { name: 'Publisher', meaning: 'Whose request it was', none: '(no publisher)' },
  partner: { name: 'Partner', meaning: 'Who was asked, bid or bought', none: '(no partner)' },
  campaign: { name: 'Campaign', meaning: 'The campaign that the bid named', none: '(no campaign)' },
  creative: { name: 'Creative', meaning: 'The creative that the bid named', none: '(no creative)' },
  advertiser: {
    name: 'Advertiser',
    meaning: 'Whose ad it was: the first domain that the bid named',
    none: '(no advertiser)',
  },
  country: { name: 'Country', meaning: 'The country of the request', none: UNKNOWN },
  format: { name: 'Format', meaning: 'The format of the ad', none: UNKNOWN },
  placement: {
    name: 'Placement',
    meaning: 'The place on the page, if the publisher has named it (imp.tagid)',
    none: '(not named)',
  },
  intent: { name: 'Intent', meaning: 'What the person wants, as the request says', none: UNKNOWN },
  funnel: { name: 'Funnel', meaning: 'How close to a purchase the person is', none: UNKNOWN },
  sentiment: { name: 'Sentiment', meaning: 'The mood of the conversation', none: UNKNOWN },
  turn: { name: 'Turn', meaning: 'Which message of the conversation it was', none: UNKNOWN },
  reason: {
    name: 'Reason',
    meaning: 'The code of a refusal, the reason of a no-bid, or loss- and the code of a loss',
    none: '(no reason)',
  },
  minute: { name: 'Minute', meaning: 'The minute', none: UNKNOWN },
  hour: { name: 'Hour', meaning: 'The hour', none: UNKNOWN },
  day: { name: 'Day', meaning: 'The day', none: UNKNOWN },
};

export const REPORT_DIMENSIONS: readonly string[] = Object.keys(DIMENSION_WORDS);
