import { findCountry } from '../lib/countries.ts';

/** The countries in which the GDPR, or the UK's version of it, applies unless the request says otherwise. */
const EEA: ReadonlySet<string> = new Set(
  (
    'AUT BEL BGR HRV CYP CZE DNK EST FIN FRA DEU GRC HUN IRL ITA LVA LTU LUX MLT NLD POL PRT ROU SVK SVN ' +
    'ESP SWE ISL LIE NOR GBR'
  ).split(' '),
);

/** Takes a code of two or three letters. */
export function isInEea(country: string | undefined): boolean {
  const code = country === undefined ? undefined : findCountry(country);
  return code !== undefined && EEA.has(code);
}
