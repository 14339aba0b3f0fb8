import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { readGpp } from '../../src/privacy/consent/gpp.ts';
import { readTcf } from '../../src/privacy/consent/tcf.ts';
import {
  ASKED_VENDORS,
  HOSTILE_GPP_STRINGS,
  HOSTILE_TC_STRINGS,
  NORMAL_GPP_STRING,
  NORMAL_TC_STRING,
} from './hostile-strings.ts';

/**
 * What the worst string may cost, as a multiple of a normal one. Twelve times its length and dearer by
 * the character, it costs about thirty times as much; a reader that expands ranges, many thousands.
 */
const COST_RATIO_MAX = 100;

const ALL_SECTION_IDS = Array.from({ length: 32 }, (_, i) => i + 1);

const TIMEOUT_MS = 60_000;
const WARM_UP_CALLS = 2000;
const ROUNDS = 15;
const CALLS_PER_ROUND = 40;

/** The best of several rounds: what else the machine does can only add to it. */
function costMs(work: () => unknown): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    for (let call = 0; call < CALLS_PER_ROUND; call++) work();
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

function normalCostMs(): number {
  const work = () => readTcf(NORMAL_TC_STRING, ASKED_VENDORS);
  for (let call = 0; call < WARM_UP_CALLS; call++) {
    work();
    readGpp(NORMAL_GPP_STRING, ALL_SECTION_IDS);
  }
  return costMs(work);
}

describe(`a hostile string costs at most ${COST_RATIO_MAX} times a normal TC string`, () => {
  const normal = normalCostMs();

  test('and some of them use all that is allowed', () => {
    const atTheBounds = Object.entries(HOSTILE_TC_STRINGS).filter(([name]) =>
      name.includes('as are read'),
    );
    for (const [, text] of atTheBounds) expect(readTcf(text, ASKED_VENDORS)).toBeDefined();
    expect(atTheBounds.length).toBeGreaterThan(3);
    expect(NORMAL_TC_STRING).toHaveLength(700);
    expect(readTcf(NORMAL_TC_STRING, ASKED_VENDORS)).toBeDefined();
  });

  test.each(Object.entries(HOSTILE_TC_STRINGS))(
    'TC string: %s',
    (_, text) => {
      expect(costMs(() => readTcf(text, ASKED_VENDORS)) / normal).toBeLessThan(COST_RATIO_MAX);
    },
    TIMEOUT_MS,
  );

  test.each(Object.entries(HOSTILE_GPP_STRINGS))(
    'GPP string: %s',
    (_, text) => {
      expect(costMs(() => readGpp(text, ALL_SECTION_IDS)) / normal).toBeLessThan(COST_RATIO_MAX);
    },
    TIMEOUT_MS,
  );
});

describe('what cannot be read is a value, never an exception', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'.split('');
  const noise = fc.string({ unit: fc.constantFrom(...alphabet, '.', '~'), maxLength: 900 });

  test('for random characters after a good beginning', () => {
    const beginnings = ['', 'C', NORMAL_TC_STRING.slice(0, 35), NORMAL_TC_STRING.slice(0, 300)];
    fc.assert(
      fc.property(fc.constantFrom(...beginnings), noise, (beginning, rest) => {
        readTcf(beginning + rest, ASKED_VENDORS);
      }),
      { numRuns: 3000 },
    );
    fc.assert(
      fc.property(fc.constantFrom('', 'DB', 'DBAB', 'DBABLA~'), noise, (beginning, rest) => {
        readGpp(beginning + rest, ALL_SECTION_IDS);
      }),
      { numRuns: 3000 },
    );
  });

  test('for any text at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        readTcf(text, ASKED_VENDORS);
        readGpp(text, ALL_SECTION_IDS);
      }),
      { numRuns: 2000 },
    );
  });

  test('for a hostile string truncated anywhere', () => {
    for (const text of Object.values(HOSTILE_TC_STRINGS)) {
      for (let end = 0; end < Math.min(text.length, 8192); end += 61) {
        readTcf(text.slice(0, end), ASKED_VENDORS);
      }
    }
    for (const text of Object.values(HOSTILE_GPP_STRINGS)) {
      for (let end = 0; end < Math.min(text.length, 8192); end += 61) {
        readGpp(text.slice(0, end), ALL_SECTION_IDS);
      }
    }
  });
});
