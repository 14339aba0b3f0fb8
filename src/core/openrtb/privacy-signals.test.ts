import { expect, test } from 'bun:test';
import type { BidRequest } from './bid-request.ts';
import { readSignals } from './privacy-signals.ts';

const signalsOf = (wire: object) => readSignals(wire as BidRequest, undefined);

test('an empty signal counts as absent, so that the older place is read', () => {
  const older = { consent: 'C', us_privacy: '1YYN', gpp: 'G' };
  const wire = {
    user: { consent: '', ext: { consent: older.consent } },
    regs: { us_privacy: '', gpp: '', ext: { us_privacy: older.us_privacy, gpp: older.gpp } },
  };
  expect(signalsOf(wire)).toMatchObject({ consents: ['C'], usPrivacy: ['1YYN'], gpps: ['G'] });
});

test('a signal that is empty in both places is absent', () => {
  const wire = {
    user: { consent: '', ext: { consent: '' } },
    regs: { us_privacy: '', gpp: '', ext: { us_privacy: '', gpp: '' } },
  };
  expect(signalsOf(wire)).toMatchObject({ consents: [], usPrivacy: [], gpps: [] });
});

test('strings are read from both places, each once (ruling 61)', () => {
  const wire = {
    user: { consent: 'C', ext: { consent: 'D' } },
    regs: { us_privacy: '1YNN', gpp: 'G', ext: { us_privacy: '1YYN', gpp: 'G' } },
  };
  expect(signalsOf(wire)).toMatchObject({
    consents: ['C', 'D'],
    usPrivacy: ['1YNN', '1YYN'],
    gpps: ['G'],
  });
});

test('a GPP string of another type is there and cannot be read (ruling 62)', () => {
  for (const gpp of [['G'], {}, 5, false]) {
    expect(signalsOf({ regs: { ext: { gpp } } }).gpps).toStrictEqual([undefined]);
    expect(signalsOf({ regs: { gpp: 'G', ext: { gpp } } }).gpps).toStrictEqual(['G', undefined]);
  }
  expect(signalsOf({ regs: { gpp: 'G', ext: { gpp: null } } }).gpps).toStrictEqual(['G']);
});

test('GDPR applies where either place says so, and is denied where none does (ruling 61)', () => {
  const gdprOf = (gdpr?: 0 | 1, inExt?: 0 | 1) =>
    signalsOf({ regs: { gdpr, ext: { gdpr: inExt } } }).gdpr;
  expect([gdprOf(0, 1), gdprOf(1, 0), gdprOf(undefined, 1)]).toEqual([1, 1, 1]);
  expect([gdprOf(0), gdprOf(undefined, 0), gdprOf(0, 0)]).toEqual([0, 0, 0]);
  expect(gdprOf()).toBeUndefined();
});

/** One flag everywhere, in the objects or in their `ext`. */
const flagged = (flag: unknown, isInExt: boolean) => {
  const [regs, device] = [{ gpc: flag }, { lmt: flag, dnt: flag }];
  return isInExt ? { regs: { ext: regs }, device: { ext: device } } : { regs, device };
};

test('a flag is set by any value but the usual ways to say no, in either place', () => {
  const flagsOf = (flag: unknown, isInExt: boolean) => {
    const signals = signalsOf(flagged(flag, isInExt));
    return [signals.limitedTracking, signals.doNotTrack, signals.globalPrivacyControl];
  };
  for (const isInExt of [true, false]) {
    for (const flag of [1, '1', true, 'true', 2, -1, 'yes', [], {}]) {
      expect([flag, ...flagsOf(flag, isInExt)]).toEqual([flag, true, true, true]);
    }
    for (const flag of [0, '0', false, 'False', 'no', 'unspecified', ' ', null, undefined]) {
      expect([flag, ...flagsOf(flag, isInExt)]).toEqual([flag, false, false, false]);
    }
  }
});
