import type { GppModel } from '@iabgpp/cmpapi';
import fc from 'fast-check';

/** The sections that Parley decodes itself. */
export const US_SECTION_IDS = Array.from({ length: 17 }, (_, i) => 7 + i);

const SCALAR_FIELDS = [
  'SharingNotice',
  'ProcessingNotice',
  'SaleOptOutNotice',
  'SharingOptOutNotice',
  'TargetedAdvertisingOptOutNotice',
  'SensitiveDataProcessingOptOutNotice',
  'SensitiveDataOptOutNotice',
  'SensitiveDataLimitUseNotice',
  'SaleOptOut',
  'SharingOptOut',
  'TargetedAdvertisingOptOut',
  'PersonalDataConsents',
  'AdditionalDataProcessingConsent',
  'MspaOptOutOptionMode',
  'MspaServiceProviderMode',
] as const;

const LIST_FIELDS = ['SensitiveDataProcessing', 'KnownChildSensitiveDataConsents'] as const;

const GPC_SECTION_IDS = US_SECTION_IDS.filter((id) => ![9, 11, 13].includes(id));

/** Enough values for the fields of any section; each section takes what it has. */
const usSection = fc.record({
  id: fc.constantFrom(...US_SECTION_IDS),
  nationalVersion: fc.constantFrom(1, 2),
  values: fc.array(fc.nat(2), { minLength: 40, maxLength: 40 }),
  coveredTransaction: fc.constantFrom(1, 2),
  gpc: fc.constantFrom('set', 'clear', 'absent'),
});

type UsSection = typeof usSection extends fc.Arbitrary<infer Section> ? Section : never;

export const usSections = fc.uniqueArray(usSection, {
  selector: ({ id }) => id,
  minLength: 1,
  maxLength: 4,
});

/** Puts a section into the official model, with every field that the section has. */
export function addUsSection(model: GppModel, section: UsSection): void {
  const { id, gpc } = section;
  const set = (field: string, value: unknown) => model.setFieldValueBySectionId(id, field, value);
  const values = section.values.values();
  const next = () => values.next().value ?? 0;
  set('MspaCoveredTransaction', section.coveredTransaction);
  if (id === 7) set('Version', section.nationalVersion);
  for (const field of SCALAR_FIELDS) {
    if (model.hasFieldBySectionId(id, field)) set(field, next());
  }
  for (const field of LIST_FIELDS) {
    const empty: unknown = model.getFieldValueBySectionId(id, field);
    set(field, Array.isArray(empty) ? empty.map(next) : next());
  }
  if (!GPC_SECTION_IDS.includes(id)) return;
  set('GpcSegmentIncluded', gpc !== 'absent');
  if (gpc !== 'absent') set('Gpc', gpc === 'set');
}
