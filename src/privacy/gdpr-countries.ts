import { EUROPEAN_UNION, findCountry } from '../lib/countries.ts';

/** The European Economic Area and the United Kingdom. */
const COUNTRIES =
  'AUT BEL BGR HRV CYP CZE DNK EST FIN FRA DEU GRC HUN IRL ITA LVA LTU LUX MLT NLD POL PRT ROU SVK SVN ' +
  'ESP SWE ISL LIE NOR GBR';

/** Åland, the outermost regions of France, Gibraltar and the Crown Dependencies, which have codes of their own. */
const TERRITORIES = 'ALA GLP MTQ GUF REU MYT MAF GIB JEY GGY IMN';

const UNDER_GDPR: ReadonlySet<string> = new Set(`${COUNTRIES} ${TERRITORIES}`.split(' '));

/** Whether the GDPR, or the local version of it, protects people there (ruling 64). Takes any usual code. */
export function isUnderGdpr(country: string | undefined): boolean {
  if (country === undefined) return false;
  return country === EUROPEAN_UNION || UNDER_GDPR.has(findCountry(country) ?? '');
}
