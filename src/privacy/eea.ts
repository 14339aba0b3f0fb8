/** Where the GDPR (or the UK's) applies unless the request says otherwise: two- and three-letter codes. */
const CODES =
  'AT AUT BE BEL BG BGR HR HRV CY CYP CZ CZE DK DNK EE EST FI FIN FR FRA DE DEU GR GRC HU HUN IE IRL ' +
  'IT ITA LV LVA LT LTU LU LUX MT MLT NL NLD PL POL PT PRT RO ROU SK SVK SI SVN ES ESP SE SWE ' +
  'IS ISL LI LIE NO NOR GB GBR';

const EEA: ReadonlySet<string> = new Set(CODES.split(' '));

export function isInEea(country: string | undefined): boolean {
  return country !== undefined && EEA.has(country.toUpperCase());
}
