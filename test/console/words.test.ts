import { expect, test } from 'bun:test';
import { LOSS } from '../../src/auction/drop.ts';
import { lossOf, noBidWords, reasonWords, SKIP_WORDS } from '../../src/console/words.ts';
import { metricsLayout } from '../../src/worker/metrics-layout.ts';

const { words } = metricsLayout([{ name: 'acme', kind: 'openrtb', url: 'https://a.example' }], 1);

/** A reason without words of its own stands for itself, with nothing to do about it. */
function isUnexplained(reason: string): boolean {
  const { what, todo } = lossOf(reason);
  return what === reason && todo === '';
}

test('the console has words for every reason why a partner is not asked', () => {
  expect(Object.keys(SKIP_WORDS).sort()).toEqual([...words.skipReasons].sort());
});

test('the console has words for every no-bid reason, refusal and dropped bid', () => {
  const drops = words.lossReasons.map(({ name }) => `drop-${name}`);
  const reasons = [...words.noBidReasons, ...words.refusalCodes, ...drops];
  expect(reasons.filter(isUnexplained)).toEqual([]);
});

test('reports have words for every reason that the exchange records, and for every loss code of OpenRTB', () => {
  const openrtb = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 101, 102, 103, 104].concat(
    Array.from({ length: 14 }, (_, n) => 200 + n),
  );
  const losses = [...openrtb, ...Object.values(LOSS).map(({ code }) => code)];
  const codes = losses.map((code) => `loss-${code}`);
  const reasons = [...words.noBidReasons, ...words.refusalCodes, ...codes];
  for (const reason of reasons) {
    expect(reasonWords(reason)).toMatch(/^[A-Z][a-z]+[: ’]/);
    expect(reasonWords(reason)).not.toMatch(/code \d|loss-|_/);
  }
  expect(new Set(words.noBidReasons.map(reasonWords)).size).toBe(words.noBidReasons.length);
  expect(reasonWords('paced')).toBe('Held back by conversation pacing');
  expect(reasonWords('loss-1')).toBe('Loss notice: an error on the publisher’s side');
  expect(reasonWords('loss-102')).toBe('Loss notice: outbid');
  expect(reasonWords('loss-200')).toBe('Loss notice: the publisher filtered the ad');
  expect(reasonWords('MISSING_REQUIRED_FIELD')).toBe('Refused: a required field was missing');
  // A publisher may send any number, and an older Parley may have recorded what this one does not know.
  expect(reasonWords('loss-1234')).toBe('Loss notice: code 1234');
  expect(reasonWords('toString')).toBe('toString');
});

test('a code that nobody knows is shown as it is, also one that every object inherits', () => {
  for (const code of ['constructor', 'toString', '__proto__', 'new. code']) {
    expect(lossOf(code)).toEqual({ what: code, todo: '' });
    expect(noBidWords(code).what).toBe('There was no ad');
  }
});
