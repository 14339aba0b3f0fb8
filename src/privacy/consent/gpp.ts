import { readGppHeader } from './gpp-header.ts';
import { partEnd } from './part-end.ts';
import { readUsSection, type UsSignals } from './us-signals.ts';

/** What a string of the Global Privacy Platform holds of the sections asked for. */
export type Gpp = {
  /** All that its header names, asked for or not. */
  readonly sectionIds: readonly number[];
  /** Those of them that were asked for, in the order of the string. */
  readonly sections: readonly GppSection[];
};

/** A section with its raw text, and what is known to be in it. */
export type GppSection = { readonly id: number; readonly text: string } & (
  | { readonly kind: 'tc-string' }
  | { readonly kind: 'us-privacy' }
  | { readonly kind: 'us-signals'; readonly signals: UsSignals }
  /** To be treated as if the user had opted out of everything. */
  | { readonly kind: 'undecodable' }
);

export const GPP_STRING_LENGTH_MAX = 8192;

const TCF_EU_SECTION = 2;
const US_PRIVACY_SECTION = 6;

/**
 * Reads a GPP string for some sections. Undefined if its header is malformed or does not name as many
 * sections as follow: it is then not known which text belongs to which law. A section that cannot be
 * read is undecodable on its own.
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
 * Sections 24 to 27 are undecodable on purpose: the standard puts a header of their own in front of the
 * fields, the official encoder leaves it out, and the bits do not tell which of the two was followed.
 */
function readSection(id: number, text: string): GppSection {
  if (id === TCF_EU_SECTION) return { id, text, kind: 'tc-string' };
  if (id === US_PRIVACY_SECTION) return { id, text, kind: 'us-privacy' };
  const signals = readUsSection(id, text);
  if (signals === undefined) return { id, text, kind: 'undecodable' };
  return { id, text, kind: 'us-signals', signals };
}
