import { expect, test } from 'bun:test';
import { withChanges } from './json-path.ts';

test('what was typed is kept beside what has changed since, and a list of another length as a whole', () => {
  const first = { cpm: 5, zone: 'UTC', budget: { daily: 10 }, creatives: [{ title: '' }] };
  const typed = { cpm: 6, budget: { daily: 10 }, creatives: [{ title: 'Mine' }] };
  const since = {
    ...first,
    budget: { daily: 20, total: 90 },
    creatives: [{ title: '', cta: 'Buy' }],
  };
  expect(withChanges(since, first, typed)).toEqual({
    cpm: 6,
    budget: { daily: 20, total: 90 },
    creatives: [{ title: 'Mine', cta: 'Buy' }],
  });
  expect(withChanges(['DE', 'CH'], ['DE', 'AT'], ['DE'])).toEqual(['DE']);
});
