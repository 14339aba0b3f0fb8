import { describe, expect, test } from 'bun:test';
import { GppModel } from '@iabgpp/cmpapi';
import fc from 'fast-check';
import { readGpp } from '../../src/core/privacy/consent/gpp.ts';
import type { UsSignals } from '../../src/core/privacy/consent/us-section.ts';
import { runs } from '../properties/runs.ts';
import { addUsSection, US_SECTION_IDS, usSections } from './gpp-models.ts';

/** Which of the sensitive data is precise geolocation, counted from 0; the eighth unless said here. */
const PRECISE_GEO_INDEX: Readonly<Record<number, number | undefined>> = {
  8: 2,
  10: undefined,
  15: 10,
  17: 8,
};

/** Which known-child values are about children under 13; the first unless said here. */
const UNDER_THIRTEEN: Readonly<Record<number, readonly number[]>> = { 7: [1], 8: [0, 1] };

describe('a GPP string reads as the official library reads it', () => {
  test('with any of the sections 7 to 23', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(usSections, (sections) => {
        const model = new GppModel();
        for (const section of sections) addUsSection(model, section);
        const text = model.encode();
        const read = readGpp(text, US_SECTION_IDS);
        expect(read?.sectionIds).toEqual(model.getSectionIds());
        expect(read?.sections.map(({ id }) => id)).toEqual(model.getSectionIds());
        const reread = new GppModel(text);
        for (const section of read?.sections ?? []) {
          if (section.us === undefined) throw new Error(`${section.id} is unreadable`);
          seen.add(`${section.id} v${reread.getFieldValueBySectionId(section.id, 'Version')}`);
          expect(section.text).toBe(sectionText(text, model.getSectionIds(), section.id));
          expect(section.us).toEqual(signalsByLibrary(reread, section.id));
        }
      }),
      { numRuns: runs(300) },
    );
    expect(seen).toEqual(new Set(['7 v2', ...US_SECTION_IDS.map((id) => `${id} v1`)]));
  });
});

function sectionText(text: string, ids: readonly number[], id: number): string {
  return text.split('~')[ids.indexOf(id) + 1] ?? '';
}

/** All that the section's signals hold, in the words of the official library. */
function signalsByLibrary(model: GppModel, id: number): UsSignals {
  const get = (...fields: readonly string[]): unknown => {
    const field = fields.find((name) => model.hasFieldBySectionId(id, name));
    return field === undefined ? 0 : model.getFieldValueBySectionId(id, field);
  };
  const value = (...fields: readonly string[]) => Number(get(...fields));
  const list = (field: string) => [get(field)].flat().map(Number);
  const geoIndex = id in PRECISE_GEO_INDEX ? PRECISE_GEO_INDEX[id] : 7;
  const underThirteen = UNDER_THIRTEEN[id] ?? [0];
  const knownChild = list('KnownChildSensitiveDataConsents');
  return {
    saleOptOut: value('SaleOptOut'),
    sharingOptOut: value('SharingOptOut'),
    targetedAdvertisingOptOut: value('TargetedAdvertisingOptOut'),
    processingNotice: value('SharingNotice', 'ProcessingNotice'),
    saleOptOutNotice: value('SaleOptOutNotice'),
    sharingOptOutNotice: value('SharingOptOutNotice'),
    targetedAdvertisingOptOutNotice: value('TargetedAdvertisingOptOutNotice'),
    sensitiveDataOptOutNotice: value(
      'SensitiveDataProcessingOptOutNotice',
      'SensitiveDataOptOutNotice',
    ),
    sensitiveDataLimitUseNotice: value('SensitiveDataLimitUseNotice'),
    preciseGeo: geoIndex === undefined ? 0 : (list('SensitiveDataProcessing')[geoIndex] ?? 0),
    isChildUnderThirteen: knownChild.some((child, i) => underThirteen.includes(i) && child !== 0),
    isMinorWithoutConsent: knownChild.some((child, i) => !underThirteen.includes(i) && child === 1),
    personalDataConsents: value('PersonalDataConsents', 'AdditionalDataProcessingConsent'),
    serviceProviderMode: value('MspaServiceProviderMode'),
    gpc: get('Gpc') === true,
  };
}
