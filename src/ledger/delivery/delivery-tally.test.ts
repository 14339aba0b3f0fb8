import { expect, test } from 'bun:test';
import { DAY_MS, dayOf } from '../../lib/day.ts';
import type { DeliveryCell } from './delivery.ts';
import { CELLS_MAX, createDeliveryTally, DETAILS_MAX } from './delivery-tally.ts';

const NOW_MS = Date.UTC(2026, 10, 3, 23, 59, 59);

function newTally() {
  const flushed: DeliveryCell[] = [];
  let nowMs = NOW_MS;
  const tally = createDeliveryTally(() => nowMs, flush);
  function flush() {
    for (const portion of tally.flush()) flushed.push(...portion);
  }
  const lost = (detail: string, campaign = 'shoes', amount = 3) =>
    tally.count('outbid', amount, 'own', campaign, detail);
  return { flushed, flush, lost, pass: (ms: number) => (nowMs += ms) };
}

test('the same loss is counted in one cell, with the sum of its prices', () => {
  const { flushed, flush, lost } = newTally();
  lost('acme/seat', 'shoes', 3);
  lost('acme/seat', 'shoes', 4);
  lost('acme/seat', 'boots', 5);
  flush();
  expect(flushed.map(({ campaign, count, amount }) => [campaign, count, amount])).toEqual([
    ['shoes', 2, 7],
    ['boots', 1, 5],
  ]);
  flush();
  expect(flushed).toHaveLength(2);
});

test('a campaign that loses to very many names the first, and counts the others together', () => {
  const { flushed, flush, lost } = newTally();
  for (let n = 0; n < DETAILS_MAX + 30; n++) lost(`acme/seat-${n}`);
  flush();
  expect(flushed).toHaveLength(DETAILS_MAX + 1);
  expect(flushed.at(-1)).toMatchObject({ detail: 'other', count: 30, amount: 90 });
});

test('no count is lost when there are more cells than have room', () => {
  const { flushed, flush, lost } = newTally();
  for (let n = 0; n < CELLS_MAX + 5; n++) lost('acme/seat', `c-${n}`);
  expect(flushed).toHaveLength(CELLS_MAX);
  flush();
  expect(flushed).toHaveLength(CELLS_MAX + 5);
});

test('what is counted after midnight UTC belongs to the next day', () => {
  const { flushed, flush, lost, pass } = newTally();
  lost('a');
  pass(DAY_MS);
  lost('b');
  flush();
  expect(flushed.map(({ day, detail }) => [day, detail])).toEqual([
    [dayOf(NOW_MS), 'a'],
    [dayOf(NOW_MS) + 1, 'b'],
  ]);
});
