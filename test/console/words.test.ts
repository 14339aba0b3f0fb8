import { expect, test } from 'bun:test';
import { lossOf, noBidWords, SKIP_WORDS } from '../../src/console/words.ts';
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
  const bidRefusals = words.refusalCodes.filter((code) => !NOT_OF_BIDS.includes(code));
  expect([...words.noBidReasons, ...bidRefusals, ...drops].filter(isUnexplained)).toEqual([]);
});

/** Refusals of other paths, of notices and of the admin port. */
const NOT_OF_BIDS = ['NOT_FOUND', 'METHOD_NOT_ALLOWED', 'FORBIDDEN', 'GONE', 'UNAUTHORIZED'];

test('a code that nobody knows is shown as it is, also one that every object inherits', () => {
  for (const code of ['constructor', 'toString', '__proto__', 'new. code']) {
    expect(lossOf(code)).toEqual({ what: code, todo: '' });
    expect(noBidWords(code).what).toBe('There was no ad');
  }
});
