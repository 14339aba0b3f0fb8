import type { Signals } from '../../src/core/openrtb/privacy-signals.ts';

/** Of a request that says nothing about privacy. */
export const NO_SIGNALS: Signals = {
  coppa: false,
  limitedTracking: false,
  doNotTrack: false,
  globalPrivacyControl: false,
  gdpr: undefined,
  consents: [],
  usPrivacy: [],
  gpps: [],
  gppSections: [],
  country: undefined,
};
