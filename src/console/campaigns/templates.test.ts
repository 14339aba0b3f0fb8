import { expect, test } from 'bun:test';
import { moved } from './templates.ts';

const BLANK = { advertiser: '', cpm: 5, creatives: [{ id: 'card-1', title: '' }] };
const CLICKS = { advertiser: '', cpc: 0.5, creatives: [{ id: 'card-1', title: '', cta: 'Find' }] };

test('what was typed goes along to another template, but not a price that it does not have', () => {
  const typed = { advertiser: 'Acme', cpm: 7, creatives: [{ id: 'card-1', title: 'Typed' }] };
  expect(moved(typed, BLANK, CLICKS)).toEqual({
    advertiser: 'Acme',
    cpc: 0.5,
    creatives: [{ id: 'card-1', title: 'Typed', cta: 'Find' }],
  });
  expect(moved(typed, BLANK, { ...BLANK, cpm: 0.5 })).toEqual(typed);
});
