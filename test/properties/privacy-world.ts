import fc from 'fast-check';
import { type ValidRequest, validate } from '../../src/core/openrtb/validate.ts';
import type { ConsentProfile } from '../../src/core/privacy/gdpr-rules.ts';
import { validateRepairing } from '../../src/core/repairs/repair-request.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import { writePath } from '../conformance/paths.ts';
import { GVL_ID, type Signal, signal } from '../privacy/any-signal.ts';
import { CONTEXT, DEVICE, USER } from '../privacy/person.ts';

/** Any person with any privacy signals, at either endpoint, and the partners that see of it what they may. */

export const PARTNERS: readonly ConsentProfile[] = [
  { gvlId: undefined, needsConsent: false },
  { gvlId: GVL_ID, needsConsent: false },
  { gvlId: GVL_ID, needsConsent: true },
  { gvlId: 6, needsConsent: false },
];

/** A person, all of whose data is in the request, somewhere in the world. */
export type World = {
  readonly signals: readonly Signal[];
  readonly endpoint: 'strict' | 'repairing';
  readonly located: 'DE' | 'US' | undefined;
};

export const world: fc.Arbitrary<World> = fc.record({
  signals: fc.uniqueArray(signal, { maxLength: 5, selector: ({ place }) => place }),
  endpoint: fc.constantFrom('strict', 'repairing'),
  located: fc.constantFrom('DE', 'US', undefined),
});

function bodyWith(signals: readonly Signal[]): object {
  const { country: _, ...geo } = DEVICE.geo;
  const body = structuredClone({
    id: 'r',
    imp: [{ id: '1', native: { request: '{"assets":[{"id":1,"title":{"len":25}}]}' } }],
    site: { domain: 'a.example', page: 'https://me@a.example/b;s=1?q=1', mobile: 'x', ref: 'r' },
    device: { ...DEVICE, geo, fingerprint: 'f', w: 'x', language: 'en' },
    user: { ...USER, shoeSize: 's' },
    ext: { service: CONTEXT, session: 's' },
    source: { tid: 'jane doe' },
  });
  for (const { place, value } of signals) writePath(body, place, structuredClone(value));
  return body;
}

export function accepted({ signals, endpoint, located }: World): ValidRequest | undefined {
  const body = bodyWith(signals);
  const locate = () => located;
  if (endpoint === 'strict') {
    const request = validate(body, locate);
    return request instanceof Refusal ? undefined : request;
  }
  const repaired = validateRepairing(body, locate);
  return repaired instanceof Refusal || repaired.kind !== 'valid' ? undefined : repaired.request;
}
