import { expect, test } from 'bun:test';
import type { DueCall } from './outbox.ts';
import { createTakenCalls } from './taken-calls.ts';

const NEVER_LATE = Number.POSITIVE_INFINITY;

function callsOf() {
  const started: string[] = [];
  const underWay = new Map<string, () => void>();
  const taken = createTakenCalls(
    ({ id }) => {
      started.push(id);
      return new Promise((resolve) => underWay.set(id, () => resolve('never')));
    },
    (error) => {
      throw error;
    },
  );
  const add = (partner: string, count: number, from = 0) => {
    const calls = Array.from(
      { length: count },
      (_, index): DueCall => ({
        id: `${partner}${from + index}`,
        partner,
        url: '',
        body: undefined,
        failures: 0,
        takenUntilMs: 0,
      }),
    );
    taken.add(calls, NEVER_LATE);
  };
  const end = async (id: string) => {
    underWay.get(id)?.();
    await Bun.sleep(0);
  };
  return { ...taken, add, end, started };
}

test('calls that wait and calls in flight count, ended ones do not', async () => {
  const { add, end, count } = callsOf();
  add('a', 60);
  expect(count()).toBe(60);
  await end('a0');
  expect(count()).toBe(59);
});

test('a partner is busy with 48 calls, or with as many as have ended in the round', async () => {
  const { add, end, busyPartners, takeEnded } = callsOf();
  add('a', 47);
  expect(busyPartners()).toEqual([]);
  add('a', 1, 47);
  expect(busyPartners()).toEqual(['a']);
  for (let id = 0; id < 49; id++) {
    add('a', 1, 48 + id);
    await end(`a${id}`);
  }
  expect(busyPartners()).toEqual([]);
  add('a', 1, 97);
  expect(busyPartners()).toEqual(['a']);
  expect(takeEnded()).toHaveLength(49);
  expect(takeEnded()).toEqual([]);
});

test('a partner that had nothing left when a round began has its next turn behind the others', async () => {
  const { add, end, started, takeEnded } = callsOf();
  add('a', 1);
  await end('a0');
  for (const partner of ['b', 'c']) add(partner, 50);
  add('d', 4);
  takeEnded();
  // As many as may be are in flight: 48, 48 and 4.
  expect(started).toHaveLength(101);
  add('e', 1);
  add('a', 1, 1);
  await end('d0');
  expect(started.at(-1)).toBe('e0');
  await end('d1');
  expect(started.at(-1)).toBe('a1');
});

test('calls that were given back are ended unstarted, and those in flight go on', async () => {
  const { add, end, giveBack, takeEnded, started, count } = callsOf();
  add('a', 50);
  giveBack();
  expect(takeEnded().map(({ id, next }) => `${next} ${id}`)).toEqual([
    'unstarted a48',
    'unstarted a49',
  ]);
  await end('a0');
  expect([started.length, count()]).toEqual([48, 47]);
});
