import type { FeedbackList } from '../../../src/console/feedback/api.ts';

const AT = '2026-11-15T09:15:02.000Z';

/** What people said of two ads: one of a campaign, one of a bidder that names little. */
export const FEEDBACK: FeedbackList = {
  rows: [
    {
      publisher: 'pub-1',
      partner: 'house',
      campaign: 'trail-shoes',
      creative: 'grip',
      advertiser: 'ridgeline.example',
      title: 'Grip for wet rock',
      at: AT,
      counts: { hide: 7, advertiser: 2, report: 3 },
      reasons: [
        { reason: 'misleading', count: 2 },
        { reason: 'other', count: 1 },
      ],
    },
    {
      publisher: 'pub-1',
      partner: 'acme',
      campaign: '',
      creative: '',
      advertiser: '',
      title: '',
      at: AT,
      counts: { hide: 1, advertiser: 0, report: 0 },
      reasons: [],
    },
  ],
  isWhole: true,
};
