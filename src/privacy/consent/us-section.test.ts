import { expect, test } from 'bun:test';
import { findUsLayout } from './us-section.ts';

const SECTIONS = Array.from({ length: 32 }, (_, index) => index);

test('the sections 7 to 23 have a layout in version 1, and section 7 alone in version 2', () => {
  const of = (version: number) => SECTIONS.filter((id) => findUsLayout(id, version) !== undefined);
  expect(of(1)).toEqual([7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23]);
  expect(of(2)).toEqual([7]);
  expect(of(0)).toEqual([]);
});

test('the fields of a section follow each other without a gap', () => {
  for (const [id, version] of [...SECTIONS.map((id) => [id, 1] as const), [7, 2] as const]) {
    const layout = findUsLayout(id, version);
    if (layout === undefined) continue;
    const { preciseGeo, knownChild, knownChildCount, personalDataConsents } = layout;
    const childEnd = knownChild + 2 * knownChildCount;
    const listsEnd = personalDataConsents === undefined ? childEnd : personalDataConsents + 2;
    expect(personalDataConsents ?? childEnd).toBe(childEnd);
    expect(layout.serviceProviderMode).toBe(listsEnd + 4);
    expect(layout.bits).toBe(listsEnd + 6);
    expect(preciseGeo ?? 0).toBeLessThan(knownChild);
  }
});
