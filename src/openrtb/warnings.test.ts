import { expect, test } from 'bun:test';
import type { BidRequest } from './bid-request.ts';
import { warnOfConsent } from './warnings.ts';

test('a missing consent is named at the place where the request says that the GDPR applies', () => {
  const warned = (regs: object) => warnOfConsent({ id: 'r', imp: [], regs } as BidRequest);
  expect(warned({ gdpr: 1 })).toEqual([
    {
      code: 'GDPR_CONSENT_MISSING',
      field: 'user.consent',
      reason: 'GDPR applies (regs.gdpr is 1), but the request carries no consent string',
    },
  ]);
  expect(warned({ gdpr: 0, ext: { gdpr: 1 } })).toEqual([
    {
      code: 'GDPR_CONSENT_MISSING',
      field: 'user.ext.consent',
      reason: 'GDPR applies (regs.ext.gdpr is 1), but the request carries no consent string',
    },
  ]);
  expect(warned({ gdpr: 0 })).toEqual([]);
});
