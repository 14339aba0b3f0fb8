import { describe, expect, test } from 'bun:test';
import { GppModel } from '@iabgpp/cmpapi';
import fc from 'fast-check';
import { readGpp } from '../../src/core/privacy/consent/gpp.ts';
import { hasBasis, readTcf } from '../../src/core/privacy/consent/tcf.ts';
import { runs } from '../properties/runs.ts';
import { tcString } from './bit-text.ts';
import { addUsSection, US_SECTION_IDS, usSections } from './gpp-models.ts';
import { handMade, ID_MAX } from './tcf-oracle.ts';

const PURPOSES = Array.from({ length: 24 }, (_, i) => i + 1);

/** All that a string permits, as names of permissions. */
function permissions(text: string, vendorIds: readonly number[]): ReadonlySet<string> {
  const permitted = new Set<string>();
  const consent = readTcf(text, vendorIds);
  if (consent === undefined) return permitted;
  if (consent.specialFeature1) permitted.add('precise geolocation');
  for (const { id, disclosed } of consent.vendors) {
    if (disclosed === true) permitted.add(`${id} is disclosed`);
    for (const purpose of PURPOSES) {
      if (hasBasis(consent, id, purpose)) permitted.add(`${id} for ${purpose}`);
    }
  }
  return permitted;
}

describe('a truncated string never permits more than the whole one', () => {
  test('TC string, at every position', () => {
    let permitting = 0;
    const asked = [1, 2, 50, 200, ID_MAX];
    for (const segments of fc.sample(handMade, runs(10))) {
      const text = tcString(...segments);
      const whole = permissions(text, asked);
      if (whole.size > 0) permitting++;
      for (let end = 0; end < text.length; end++) {
        const part = permissions(text.slice(0, end), asked);
        if (part.size > 0) expect([...part.difference(whole)]).toEqual([]);
      }
    }
    expect(permitting).toBeGreaterThan(3);
  });

  test('US section, at every position: it is whole but for its padding, or undecodable', () => {
    for (const sections of fc.sample(usSections, runs(20))) {
      for (const section of sections) {
        const model = new GppModel();
        addUsSection(model, section);
        const text = model.encode();
        const whole = signalsOf(text);
        for (let end = 0; end < text.length; end++) {
          const part = signalsOf(text.slice(0, end));
          // A GPC subsection that is cut off with its dot leaves a section that never had one.
          if (part !== undefined) expect<unknown>(part).toEqual({ ...whole, gpc: part.gpc });
        }
      }
    }
  });
});

function signalsOf(text: string) {
  const section = readGpp(text, US_SECTION_IDS)?.sections[0];
  return section?.us;
}
