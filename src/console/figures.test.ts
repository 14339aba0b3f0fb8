import { expect, test } from 'bun:test';
import type { LivePoint } from './api.ts';
import { withEvent } from './live/page.tsx';
import { readRoute } from './router.ts';
import { ms, sentence, share, usd } from './ui/format.ts';

const point = (atMs: number) => ({ atMs }) as LivePoint;
const MINUTE_MS = 60_000;
const NOW = { funnel: [], troubles: [] };

test('live figures are kept for fifteen minutes', () => {
  const start = withEvent(
    { state: 'waiting', points: [], ...NOW },
    { kind: 'history', points: [point(0), point(5 * MINUTE_MS)], ...NOW },
  );
  const tick = { kind: 'tick', point: point(15 * MINUTE_MS), ...NOW } as const;
  const { state, points } = withEvent(start, tick);
  expect(state).toBe('streaming');
  expect(points.map(({ atMs }) => atMs / MINUTE_MS)).toEqual([5, 15]);
});

test('an address names a page, what is on it, and the filter', () => {
  const { page, rest, parameters } = readRoute('#/auctions/a%20b%2Fc?outcome=bid');
  expect({ page, rest, outcome: parameters.get('outcome') }).toEqual({
    page: 'auctions',
    rest: 'a b/c',
    outcome: 'bid',
  });
  expect(readRoute('').page).toBe('');
  expect(readRoute('#/auctions/%E0%A4%A').rest).toBe('%E0%A4%A');
});

test('figures are written as people read them', () => {
  expect([usd(0), usd(0.0015), usd(4.3476), usd(1234.5)]).toEqual([
    '$0.00',
    '$0.0015',
    '$4.35',
    '$1,234.50',
  ]);
  expect([ms(null), ms(0.14), ms(131.4)]).toEqual(['–', '0.1 ms', '131 ms']);
  expect([share(1, 3), share(0, 0)]).toEqual(['33 %', '–']);
});

test('a reason becomes a sentence, and an address or a field at its beginning stays as it is', () => {
  expect(sentence('paused; last changed by ann')).toBe('Paused; last changed by ann.');
  expect(sentence('unreachable')).toBe('Unreachable.');
  expect(sentence('it ended!')).toBe('It ended!');
  for (const words of ['https://hiking.example/ads.txt', 'hiking.example', 'ext.service', 'pub-1'])
    expect(sentence(`${words} is missing`)).toBe(`${words} is missing.`);
});
