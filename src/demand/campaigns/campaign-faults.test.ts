import { expect, test } from 'bun:test';
import { campaignOf, creativeOf } from '../../../test/campaigns/test-support.ts';
import cases from './campaign-faults.json';
import { CampaignFaults, checkCampaign } from './read-campaigns.ts';

/** Links, pictures and domains whose bids would be dropped (rulings 71 and 73), and what contradicts itself. */
test.each(cases)('a campaign and its faults: %j', ({ campaign = {}, creative, paths }) => {
  const creatives = [{ ...creativeOf({}), ...creative }];
  const whole = { ...campaignOf({ id: 'c' }), creatives, ...campaign };
  // A null takes the field away.
  const given = Object.entries(whole).filter(([, value]) => value !== null);
  const checked = checkCampaign(Object.fromEntries(given));
  const faults = checked instanceof CampaignFaults ? checked.faults : [];
  expect(faults.map(({ path }) => path)).toEqual(paths);
});
