import { expect, test } from 'bun:test';
import { ms, share, usd } from '../../ui/format.ts';

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
