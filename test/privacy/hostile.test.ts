import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { readGpp } from '../../src/core/privacy/consent/gpp.ts';
import { readTcf } from '../../src/core/privacy/consent/tcf.ts';
import { runs } from '../properties/runs.ts';
import { ASKED_VENDORS, HOSTILE_GPP_STRINGS, HOSTILE_TC_STRINGS } from './hostile-strings.ts';

const TC_STRINGS: readonly string[] = Object.values(HOSTILE_TC_STRINGS);
const GPP_STRINGS: readonly string[] = Object.values(HOSTILE_GPP_STRINGS);
const ALL_SECTION_IDS = Array.from({ length: 32 }, (_, i) => i + 1);

/** Together a few milliseconds; a reader that expands ranges takes minutes. */
const CPU_MS_MAX = 2000;
const READS = 10;

test('a hostile string is read in the time of its length, and some use all that is allowed', () => {
  for (const text of TC_STRINGS.slice(0, 4)) expect(readTcf(text, ASKED_VENDORS)).toBeDefined();
  const before = process.cpuUsage();
  for (let read = 0; read < READS; read++) {
    for (const text of TC_STRINGS) readTcf(text, ASKED_VENDORS);
    for (const text of GPP_STRINGS) readGpp(text, ALL_SECTION_IDS);
  }
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(CPU_MS_MAX);
});

test('what cannot be read is a value, never an exception, also where a string is truncated anywhere', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~';
  const noise = fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 900 });
  const whole = TC_STRINGS[2] ?? '';
  const begins = fc.constantFrom('', 'C', whole.slice(0, 35), whole.slice(0, 300), 'DB', 'DBABLA~');
  const text = fc.oneof(
    fc.tuple(begins, noise).map((parts) => parts.join('')),
    fc.string({ unit: 'binary' }),
    fc
      .tuple(fc.constantFrom(...TC_STRINGS, ...GPP_STRINGS), fc.nat(8192))
      .map(([hostile, end]) => hostile.slice(0, end)),
  );
  fc.assert(
    fc.property(text, (one) => {
      readTcf(one, ASKED_VENDORS);
      readGpp(one, ALL_SECTION_IDS);
    }),
    { numRuns: runs(300) },
  );
});
