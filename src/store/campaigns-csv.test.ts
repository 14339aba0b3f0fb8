import { describe, expect, test } from 'bun:test';
import { campaignOf, creativeOf } from '../../test/campaigns/test-support.ts';
import type { Campaign } from '../demand/campaigns/campaign-schema.ts';
import { campaignsCsv, readCampaignsCsv } from './campaigns-csv.ts';

const FULL = campaignOf({
  id: 'full',
  advertiser: '=HYPERLINK("https://x.example")',
  categories: ['IAB1', 'IAB18-2'],
  cpm: 2.25,
  flight: { start: '2035-01-01T09:00:00+02:00' },
  budget: { daily: 20, pacing: 'even', impressions: { total: 1000 } },
  targeting: {
    include: { keywords: ['a | b', '-c'], countries: ['DE'], minConfidence: 0.5 },
    exclude: { publishers: ['pub-1', '[2]'] },
  },
  creatives: [
    creativeOf({ title: 'Two\nlines, "quoted"', images: [{ url: '/images/a.png', w: 1, h: 1 }] }),
    creativeOf({ id: 'second' }),
  ],
});

function applied(text: string, current: Campaign | undefined): unknown {
  const read = readCampaignsCsv(text);
  if ('reason' in read) throw new Error(read.reason);
  return read[0]?.applied(current);
}

describe('a campaign as CSV', () => {
  test('is the same campaign when it is read again, with what has no column', () => {
    expect(applied(campaignsCsv([FULL]), FULL)).toEqual(FULL);
    expect(campaignsCsv([FULL])).not.toContain(',=');
  });

  test('changes what the file has a column for, removes what is empty, and leaves the rest', () => {
    const text = 'id,cpm,flight.start,budget.impressions.total,creatives[0].title\nfull,3,,,New';
    const { flight: _, ...rest } = FULL;
    expect(applied(text, FULL)).toEqual({
      ...rest,
      cpm: 3,
      budget: { daily: 20, pacing: 'even' },
      creatives: [{ ...FULL.creatives[0], title: 'New' }, FULL.creatives[1]],
    });
  });
});
