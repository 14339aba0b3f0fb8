import { describe, expect, test } from 'bun:test';
import { campaignOf, creativeOf } from '../../../test/campaigns/test-support.ts';
import { conversionTermsOf } from './conversion-terms.ts';
import { CampaignFaults, checkCampaign } from './read-campaigns.ts';

/** The faults of a campaign with these keys. */
function faultsOf(fields: object): readonly string[] {
  const checked = checkCampaign({ ...campaignOf({ id: 'c' }), ...fields });
  return checked instanceof CampaignFaults ? checked.faults.map(({ path }) => path) : [];
}

describe('conversions of a campaign', () => {
  test.each([
    [undefined, undefined],
    [false, undefined],
    [true, { parameter: 'parley_click', windowDays: 7 }],
    [{}, { parameter: 'parley_click', windowDays: 7 }],
    [{ windowDays: 30 }, { parameter: 'parley_click', windowDays: 30 }],
    [{ parameter: 'click' }, { parameter: 'click', windowDays: 7 }],
  ])('%j means %j', (conversions, terms) => {
    expect(conversionTermsOf(conversions === undefined ? {} : { conversions })).toEqual(terms);
    expect(faultsOf(conversions === undefined ? {} : { conversions })).toEqual([]);
  });

  test.each([
    [{ windowDays: 0 }, ['conversions.windowDays']],
    [{ windowDays: 31, parameter: 'a b' }, ['conversions.parameter', 'conversions.windowDays']],
    [{ windowDays: 1.5 }, ['conversions.windowDays']],
    [{ parameter: '' }, ['conversions.parameter']],
    [{ parameter: 'a&b' }, ['conversions.parameter']],
    [{ parameter: 'a'.repeat(33) }, ['conversions.parameter']],
    [{ window: 7 }, ['conversions.window']],
    ['yes', ['conversions']],
  ])('%j is refused at %j', (conversions, paths) => {
    expect(faultsOf({ conversions })).toEqual(paths);
  });

  test('a price for them needs them', () => {
    const { cpm: _, ...unpriced } = campaignOf({ id: 'c' });
    const check = (fields: object) => checkCampaign({ ...unpriced, cpa: 5, ...fields });
    for (const without of [{}, { conversions: false }]) {
      expect(check(without)).toMatchObject({ faults: [{ path: 'cpa' }] });
    }
    expect(check({ conversions: true })).not.toBeInstanceOf(CampaignFaults);
  });

  test('no link has their parameter already', () => {
    const creatives = [creativeOf({ link: 'https://shop.example/?a=1&click=2' })];
    expect(faultsOf({ creatives, conversions: { parameter: 'click' } })).toEqual([
      'creatives[0].link',
    ]);
    expect(faultsOf({ creatives, conversions: true })).toEqual([]);
  });
});
