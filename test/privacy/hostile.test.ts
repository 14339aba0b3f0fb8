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
const ROUNDS = 60;
/** Few, so that on a busy machine some rounds are not interrupted. */
const HOSTILE_CALLS = 5;
/** About as long as the hostile calls take, so that other work on the machine disturbs both alike. */
const NORMAL_CALLS = 30 * HOSTILE_CALLS;

function msPerCall(work: () => unknown, calls: number): number {
  const start = performance.now();
  for (let call = 0; call < calls; call++) work();
  return (performance.now() - start) / calls;
}

const readNormal = () => readTcf(NORMAL_TC_STRING, ASKED_VENDORS);

/** Of the best rounds of each: other work on the machine only adds to them. */
function costRatio(readHostile: () => unknown): number {
  let hostileMs = Number.POSITIVE_INFINITY;
  let normalMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    hostileMs = Math.min(hostileMs, msPerCall(readHostile, HOSTILE_CALLS));
    normalMs = Math.min(normalMs, msPerCall(readNormal, NORMAL_CALLS));
  }
  return hostileMs / normalMs;
}

describe(`a hostile string costs at most ${COST_RATIO_MAX} times a normal TC string`, () => {
  for (let call = 0; call < WARM_UP_CALLS; call++) {
    readNormal();
    readGpp(NORMAL_GPP_STRING, ALL_SECTION_IDS);
  }

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
      expect(costRatio(() => readTcf(text, ASKED_VENDORS))).toBeLessThan(COST_RATIO_MAX);
    },
    TIMEOUT_MS,
  );

  test.each(Object.entries(HOSTILE_GPP_STRINGS))(
    'GPP string: %s',
    (_, text) => {
      expect(costRatio(() => readGpp(text, ALL_SECTION_IDS))).toBeLessThan(COST_RATIO_MAX);
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
