import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Solicitation } from '../../src/core/auction/partner.ts';
import { readSignals } from '../../src/core/openrtb/privacy-signals.ts';
import { protect, type View } from '../../src/core/privacy/protect.ts';
import {
  type OpenRtbVersion,
  type OutgoingTerms,
  outgoingBody,
} from '../../src/demand/openrtb/outgoing-request.ts';
import { auctionTerms } from '../auction-terms.ts';
import { readPath } from '../conformance/paths.ts';
import { accepted, PARTNERS, world } from './privacy-world.ts';
import { runs } from './runs.ts';

const RUNS = { numRuns: runs(400) };

const optsOut = (usPrivacy: unknown) => String(usPrivacy).charAt(2) === 'Y';

/** The request of an OpenRTB partner, as one reads it that knows the places of its version and no other. */
function toldBy({ request }: View, version: OpenRtbVersion) {
  const solicitation: Solicitation = {
    request,
    imps: [],
    withheldDeals: [],
    auction: auctionTerms(),
  };
  const terms: OutgoingTerms = {
    version,
    exchangeDomain: 'x.example',
    defaultAuctionType: 1,
    currencies: ['USD'],
    impExt: undefined,
  };
  const body: unknown = JSON.parse(outgoingBody(solicitation, terms, 100));
  const ext = version === '2.5' ? '.ext' : '';
  return {
    coppa: readPath(body, 'regs.coppa'),
    lmt: readPath(body, 'device.lmt'),
    dnt: readPath(body, 'device.dnt'),
    gpc: readPath(body, 'regs.ext.gpc'),
    gdpr: readPath(body, `regs${ext}.gdpr`),
    usPrivacy: readPath(body, `regs${ext}.us_privacy`),
    gpp: readPath(body, `regs${ext}.gpp`),
    consent: readPath(body, `user${ext}.consent`),
  };
}

test('a partner of either version is told of every signal that restricts, and of none that permits against another (ruling 61)', () => {
  let compared = 0;
  fc.assert(
    fc.property(world, fc.constantFrom('2.5', '2.6'), (anywhere, version) => {
      const request = accepted(anywhere);
      if (request === undefined) return;
      compared++;
      const signals = readSignals(request.wire, request.country);
      for (const view of protect(request, PARTNERS)) {
        const told = toldBy(view, version);
        if (signals.coppa) expect(told.coppa).toBe(1);
        if (signals.limitedTracking) expect(told.lmt).toBe(1);
        if (signals.doNotTrack) expect(told.dnt).toBe(1);
        if (signals.globalPrivacyControl) expect([1, '1', true]).toContain(told.gpc as 1);
        if (signals.gdpr === 1 || signals.gppSections.includes(2)) expect(told.gdpr).toBe(1);
        if (signals.usPrivacy.some(optsOut)) expect(optsOut(told.usPrivacy)).toBe(true);
        if (signals.gpps.length > 1) expect(told.gpp).not.toBe('DBABLA~BVQqAAAAAmA.QA');
        if (signals.consents.length > 1) expect(told.consent).toBeUndefined();
        if (signals.consents.length === 1) {
          expect([signals.consents[0], undefined]).toContain(told.consent as string);
        }
      }
    }),
    RUNS,
  );
  expect(compared).toBeGreaterThan(RUNS.numRuns / 6);
});
