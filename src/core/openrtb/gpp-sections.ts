import { REQUEST_ITEMS_MAX } from './size-limits.ts';

/** The GPP sections that `gpp_sid` names, as a number, a text or a list of them: none is refused (ruling 62). */

/** A section by its number; `unreadable` for an entry that is none. */
export type GppSectionId = number | 'unreadable';

/** Far beyond the ids that exist. */
const SECTION_ID_MAX = 9999;
export const GPP_SECTIONS_NAMED_MAX = REQUEST_ITEMS_MAX.gppSections;
/** The longest text that is split into numbers. */
const TEXT_LENGTH_MAX = 10 * GPP_SECTIONS_NAMED_MAX;

/** TCF for the EU. */
export const TCF_EU_SECTION = 2;
export const US_PRIVACY_SECTION = 6;
/** TCF for Canada, the US Privacy string, and the sections of the US and its states. */
const FIRST_OTHER_LAW = 5;
const LAST_OTHER_LAW = 27;

/** Whether the section is of a law other than the GDPR. 1, 3 and 4 are no laws in force: TCF 1, header, signature. */
export function isOfAnotherLaw(id: GppSectionId): id is number {
  return typeof id === 'number' && id >= FIRST_OTHER_LAW && id <= LAST_OTHER_LAW;
}

/** Each named section once. "Not applicable" (-1), "not ready" (0) and nothing at all name none. */
export function readGppSections(value: unknown, other?: unknown): readonly GppSectionId[] {
  // Most requests have none.
  if (value === undefined && other === undefined) return NO_SECTIONS;
  const named = new Set<GppSectionId>();
  for (const entry of [...entriesOf(value), ...entriesOf(other)]) {
    const id = readSection(entry);
    if (id !== undefined) named.add(id);
  }
  return [...named];
}

const NO_SECTIONS: readonly GppSectionId[] = [];

/** More entries than are read, in a list or in a text. */
export function hasTooManyGppSections(value: unknown): boolean {
  if (typeof value === 'string' && value.length > TEXT_LENGTH_MAX) return true;
  return entriesOf(value).length > GPP_SECTIONS_NAMED_MAX;
}

function entriesOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return NO_SECTIONS;
  if (Array.isArray(value)) return value;
  return typeof value === 'string' ? value.split(SEPARATOR).filter(Boolean) : [value];
}

/** In URLs the numbers are separated by commas or underscores. */
const SEPARATOR = /[,_\s]+/;

/** An item that holds nothing, such as null, is no number either: somebody meant to name a section. */
function readSection(entry: unknown): GppSectionId | undefined {
  const isNumeral = typeof entry === 'string' && /^\s*-?\d{1,9}\s*$/.test(entry);
  const id = isNumeral ? Number(entry) : entry;
  if (id === 0 || id === -1) return undefined;
  const isNumber = typeof id === 'number' && Number.isInteger(id);
  return isNumber && id > 0 && id <= SECTION_ID_MAX ? id : 'unreadable';
}
