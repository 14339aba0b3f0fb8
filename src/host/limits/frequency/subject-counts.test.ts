import { expect, test } from 'bun:test';
import { COUNT_WORDS, mapCounts } from './count-memory.ts';
import { createSubjectCounts } from './subject-counts.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
/** A Sunday, 18:00 UTC. */
const START = 1_800_000_000 - (1_800_000_000 % DAY) + 18 * HOUR;
const SECRET = 'a secret that all machines share';

const newMemory = () => mapCounts(new BigUint64Array(COUNT_WORDS));

test('a conversation has counts of its own for each thing and each time', () => {
  const counts = createSubjectCounts(newMemory(), SECRET);
  const [shoes, boots] = [counts.thingOf('campaign shoes'), counts.thingOf('campaign boots')];
  const mine = counts.of('conversation 1', START);
  expect(mine.take(DAY, shoes, 1)).toBeTrue();
  expect(mine.take(DAY, shoes, 1)).toBeFalse();
  expect([mine.used(DAY, shoes), mine.used(HOUR, shoes), mine.used(DAY, boots)]).toEqual([1, 0, 0]);
  expect(counts.of('conversation 2', START).used(DAY, shoes)).toBe(0);
  mine.giveBack(DAY, shoes);
  expect(mine.used(DAY, shoes)).toBe(0);
});

test.each([HOUR, 6 * HOUR, DAY, 3 * DAY, 30 * DAY])(
  'no count of %i seconds is lost when the key changes, at any hour of it',
  (windowSec) => {
    for (let hour = 0; hour < 80; hour++) {
      const counts = createSubjectCounts(newMemory(), SECRET);
      const thing = counts.thingOf('campaign shoes');
      const soldAt = START + hour * HOUR;
      expect(counts.of('person 1', soldAt).take(windowSec, thing, 1)).toBeTrue();
      const end = counts.of('person 1', soldAt + windowSec);
      expect(end.used(windowSec, thing)).toBe(1);
      expect(end.take(windowSec, thing, 1)).toBeFalse();
      expect(end.take(windowSec, thing, 2)).toBeTrue();
      expect(counts.of('person 1', soldAt + 3 * windowSec).used(windowSec, thing)).toBe(0);
    }
  },
);

test('which ids have one number nobody can find out without the secret', () => {
  const [one, same, other] = [SECRET, SECRET, 'another'].map((secret) =>
    createSubjectCounts(newMemory(), secret).thingOf('campaign shoes'),
  );
  expect(same).toBe(one ?? -1);
  expect(other).not.toBe(one);
});

/** The numbers that memory has of a sale, as other machines are told of them. */
function namesAt(nowSec: number, { secret = SECRET, subject = 'person 1', windowSec = HOUR } = {}) {
  const memory = newMemory();
  const read = memory.createReader();
  const counts = createSubjectCounts(memory, secret);
  counts.of(subject, nowSec).tell(windowSec, counts.thingOf('campaign shoes'));
  return read().map(({ name }) => name);
}

test('memory knows a person by another number each day, and machines with one secret by the same', () => {
  const today = namesAt(START);
  expect(today).toHaveLength(1);
  expect(namesAt(START + 5 * HOUR)).toEqual(today);
  expect(namesAt(START + 6 * HOUR)).not.toEqual(today);
  expect(namesAt(START, { secret: 'another' })).not.toEqual(today);
  expect(namesAt(START, { subject: 'person 2' })).not.toEqual(today);
  const month = { windowSec: 30 * DAY };
  expect(namesAt(START, month)).not.toEqual(namesAt(START + 30 * DAY, month));
});
