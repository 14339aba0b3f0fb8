import type { SignalText } from '../openrtb/privacy-signals.ts';
import { type Gpp, type GppSection, readGpp } from './consent/gpp.ts';

/** The GPP strings of a request; undefined for one that cannot be read. */
export type GppStrings = readonly (Gpp | undefined)[];

export function readGpps(gpps: readonly SignalText[], sectionIds: readonly number[]): GppStrings {
  return gpps.map((gpp) => (gpp === undefined ? undefined : readGpp(gpp, sectionIds)));
}

/** A section in every GPP string that can be read and has it. */
export function sectionsOf(id: number, strings: GppStrings): readonly GppSection[] {
  return strings.flatMap((gpp) => gpp?.sections.filter((section) => section.id === id) ?? []);
}
