import { expect, test } from 'bun:test';
import { readGpp } from '../../src/core/privacy/consent/gpp.ts';
import { hasBasis, readTcf } from '../../src/core/privacy/consent/tcf.ts';
import { readSaleOptOut } from '../../src/core/privacy/consent/us-section.ts';
import { expectSameAsLibrary } from './tcf-oracle.ts';

/** Strings published with the standards and their reference code, with what they are said to hold. */

const TC_STRING = 'CQSbk4AQSbk4ANwAAAENAwCgAAAAAAAAAAYgACPAAAAA.IDKQA4AAgAKAGQAygAAA.YAAAAAAAAAAA';
const CORE = 'CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA';

test('the published TC string has consent for vendors 1 to 4 and for no purpose', () => {
  const consent = readTcf(TC_STRING, [1, 2, 3, 4, 5]);
  expect(consent).toMatchObject({ purposeConsents: 0, purposeLegitimateInterests: 0 });
  const consents = consent?.vendors.map((vendor) => vendor.consent);
  expect(consents).toEqual([true, true, true, true, false]);
  expect(consent === undefined || hasBasis(consent, 1, 2)).toBe(false);
  for (const text of [TC_STRING, CORE]) expectSameAsLibrary(text, [1, 2, 3, 4, 5, 100, 800]);
});

test('the published GPP headers name their sections, whose text is handed over', () => {
  for (const [text, ids] of [
    [`DBABMA~${CORE}`, [2]],
    [`DBACNYA~${CORE}~1YNN`, [2, 6]],
    [`DBACNY~${CORE}~1YNN`, [2, 6]],
    [`DBABjw~${CORE}~1YNN`, [5, 6]],
  ] as const) {
    expect(readGpp(text, [])).toEqual({ sectionIds: [...ids], sections: [] });
    const [first, second] = readGpp(text, [...ids])?.sections ?? [];
    expect([first?.text, second?.text ?? '1YNN']).toEqual([CORE, '1YNN']);
  }
});

test.each([
  ['usnat 1 without an opt-out', 'DBABLA~BVQqAAAAAmA.QA', [2, 2, false, false]],
  ['usnat 2 with opt-outs, a child and GPC', 'DBABLA~CVVZAAAAABCA.YA', [1, 1, true, true]],
  ['California with an opt-out of sale', 'DBABBg~BUUAAACA.QA', [1, 0, false, false]],
] as const)('the published US section: %s', (_, text, signals) => {
  const us = readGpp(text, [7, 8])?.sections[0]?.us;
  const { saleOptOut, targetedAdvertisingOptOut, isChildUnderThirteen, gpc } = us ?? {};
  expect([saleOptOut, targetedAdvertisingOptOut, isChildUnderThirteen, gpc]).toEqual([...signals]);
});

test('a US Privacy string is read as a whole or not at all', () => {
  const texts = ['1YNN', '1NYN', '1-Y-', '1yyn', '1Y-N', '1---'];
  expect(texts.map(readSaleOptOut)).toEqual([false, true, true, true, false, false]);
  const none = ['1YN', '2YNN', '', '1', '1Y', '1YNNN', '1YXN', ' 1YNN', '1YNN\n'];
  expect(none.filter((text) => readSaleOptOut(text) !== undefined)).toEqual([]);
});
