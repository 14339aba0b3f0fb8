import { describe, expect, test } from 'bun:test';
import { readGpp } from '../../src/privacy/consent/gpp.ts';
import { hasBasis, readTcf } from '../../src/privacy/consent/tcf.ts';
import { readSaleOptOut } from '../../src/privacy/consent/us-privacy.ts';
import type { UsSignals } from '../../src/privacy/consent/us-section.ts';
import { expectSameAsLibrary } from './tcf-oracle.ts';

/** Strings published with the standards and their reference code, with what they are said to hold. */

const TC_STRING = 'CQSbk4AQSbk4ANwAAAENAwCgAAAAAAAAAAYgACPAAAAA.IDKQA4AAgAKAGQAygAAA.YAAAAAAAAAAA';

function onlySignals(text: string): UsSignals {
  const section = readGpp(text, [7, 8])?.sections[0];
  if (section?.us === undefined) throw new Error(`${text} has no US section`);
  return section.us;
}

describe('the published TC string', () => {
  test('has consent for vendors 1 to 4 and for no purpose', () => {
    const consent = readTcf(TC_STRING, [1, 2, 3, 4, 5]);
    expect(consent?.vendors.map((vendor) => vendor.consent)).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(consent?.purposeConsents).toBe(0);
    expect(consent?.purposeLegitimateInterests).toBe(0);
    expect(consent?.specialFeature1).toBe(false);
    expect(consent === undefined || hasBasis(consent, 1, 2)).toBe(false);
  });

  test('reads as the official library reads it', () => {
    expectSameAsLibrary(TC_STRING, [1, 2, 3, 4, 5, 100, 800]);
  });
});

describe('the published GPP headers', () => {
  test.each([
    ['DBABMA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA', [2]],
    ['DBACNYA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA~1YNN', [2, 6]],
    ['DBACNY~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA~1YNN', [2, 6]],
    ['DBABjw~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA~1YNN', [5, 6]],
  ])('%s names its sections', (text, ids) => {
    expect(readGpp(text, [])).toEqual({ sectionIds: ids, sections: [] });
  });

  test('and hand over the text of a section', () => {
    const text = 'DBACNYA~CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA~1YNN';
    expect(readGpp(text, [6, 2])?.sections).toEqual([
      { id: 2, us: undefined, text: 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA' },
      { id: 6, us: undefined, text: '1YNN' },
    ]);
  });
});

describe('the published US sections', () => {
  test('usnat 1 without an opt-out', () => {
    const signals = onlySignals('DBABLA~BVQqAAAAAmA.QA');
    expect(signals).toMatchObject({
      saleOptOut: 2,
      sharingOptOut: 2,
      targetedAdvertisingOptOut: 2,
      isChildUnderThirteen: false,
      gpc: false,
    });
  });

  test('usnat 2 with opt-outs, a child under 13 and GPC', () => {
    const signals = onlySignals('DBABLA~CVVZAAAAABCA.YA');
    expect(signals).toMatchObject({
      saleOptOut: 1,
      targetedAdvertisingOptOut: 1,
      isChildUnderThirteen: true,
      gpc: true,
    });
  });

  test('California with an opt-out of sale and of sharing', () => {
    const signals = onlySignals('DBABBg~BUUAAACA.QA');
    expect(signals).toMatchObject({ saleOptOut: 1, sharingOptOut: 1, gpc: false });
  });
});

describe('a US Privacy string', () => {
  test.each([
    ['1YNN', false],
    ['1NYN', true],
    ['1-Y-', true],
    ['1yyn', true],
    ['1Y-N', false],
    ['1---', false],
  ])('%s is read', (text, expected) => {
    expect(readSaleOptOut(text)).toBe(expected);
  });

  test.each(['1YN', '2YNN', '', '1YNNN', '1YXN', ' 1YNN', '1YNN\n'])('%p is refused', (text) => {
    expect(readSaleOptOut(text)).toBeUndefined();
  });
});
