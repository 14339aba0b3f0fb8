import { readGppHeader } from './gpp-header.ts';
import { partEnd } from './part-end.ts';
import { readUsSection, type UsSignals } from './us-signals.ts';

/** The requested sections of a string of the Global Privacy Platform. */
export type Gpp = {
  /** All sections that the header lists. */
  readonly sectionIds: readonly number[];
  /** The requested ones, in the order of the string. */
  readonly sections: readonly GppSection[];
};

/** A section: its text, and its content if it could be read. */
export type GppSection = { readonly id: number; readonly text: string } & (
  | { readonly kind: 'tc-string' }
  | { readonly kind: 'us-privacy' }
  | { readonly kind: 'us-signals'; readonly signals: UsSignals }
  /** Treated as an opt-out from everything. */
  | { readonly kind: 'undecodable' }
);

export const GPP_STRING_LENGTH_MAX = 8192;

const TCF_EU_SECTION = 2;
const US_PRIVACY_SECTION = 6;

/**
 * Reads some sections of a GPP string. Undefined if the header is malformed or lists another number of sections than
 * follow, because it is then unknown which text belongs to which section. A single unreadable section is
 * undecodable.
 */
export function readGpp(text: string, sectionIds: readonly number[]): Gpp | undefined {
  if (text.length > GPP_STRING_LENGTH_MAX) return undefined;
  let end = partEnd(text, '~', 0);
  const ids = readGppHeader(text, end);
  if (ids === undefined) return undefined;
  const sections: GppSection[] = [];
  for (const id of ids) {
    if (end === text.length) return undefined;
    const start = end + 1;
    end = partEnd(text, '~', start);
    if (sectionIds.includes(id)) sections.push(readSection(id, text.slice(start, end)));
  }
  return end === text.length ? { sectionIds: ids, sections } : undefined;
}

/**
 * Sections 24 to 27 are undecodable on purpose: the standard requires a header before the fields, the official
 * encoder omits it, and the bits do not show which of the two applies.
 */
function readSection(id: number, text: string): GppSection {
  if (id === TCF_EU_SECTION) return { id, text, kind: 'tc-string' };
  if (id === US_PRIVACY_SECTION) return { id, text, kind: 'us-privacy' };
  const signals = readUsSection(id, text);
  if (signals === undefined) return { id, text, kind: 'undecodable' };
  return { id, text, kind: 'us-signals', signals };
}
