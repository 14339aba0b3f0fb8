import { expect, test } from 'bun:test';
import type { ValidRequest } from '../openrtb/validate.ts';
import { readSignals } from './signals.ts';

/** Signals are read from `wire` and `country` alone. */
const signalsOf = (wire: object) => readSignals({ wire, country: undefined } as ValidRequest);

test('an empty signal counts as absent, so that the older place is read', () => {
  const older = { consent: 'C', us_privacy: '1YYN', gpp: 'G' };
  const wire = {
    user: { consent: '', ext: { consent: older.consent } },
    regs: { us_privacy: '', gpp: '', ext: { us_privacy: older.us_privacy, gpp: older.gpp } },
  };
  expect(signalsOf(wire)).toMatchObject({ consent: 'C', usPrivacy: '1YYN', gpp: 'G' });
});

test('a signal that is empty in both places is absent', () => {
  const wire = {
    user: { consent: '', ext: { consent: '' } },
    regs: { us_privacy: '', gpp: '', ext: { us_privacy: '', gpp: '' } },
  };
  const { consent, usPrivacy, gpp } = signalsOf(wire);
  expect([consent, usPrivacy, gpp]).toEqual([undefined, undefined, undefined]);
});

test('a flag is set in every usual spelling, and in no other', () => {
  for (const flag of [1, '1', true]) {
    expect(signalsOf({ device: { lmt: flag }, regs: { ext: { gpc: flag } } })).toMatchObject({
      limitedTracking: true,
      globalPrivacyControl: true,
    });
  }
  for (const flag of [0, '0', false, 2, 'yes', undefined]) {
    expect(signalsOf({ device: { lmt: flag }, regs: { ext: { gpc: flag } } })).toMatchObject({
      limitedTracking: false,
      globalPrivacyControl: false,
    });
  }
});
