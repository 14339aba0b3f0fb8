import { fieldOf, type JsonObject, withField } from './json-object.ts';
import { changeAt } from './places.ts';
import type { Report, RequestRepair } from './repair.ts';
import { STRICT } from './strict.ts';

/**
 * Ruling 62: consent signals of another type, where they have one meaning. A US Privacy string without any is not
 * dropped, since it may have been an opt-out. No report quotes a value: it may be about a person.
 */

/** A field, and whether the strict endpoint takes a value of it. */
type Place = {
  readonly at: string;
  readonly name: string;
  readonly isStrict: (value: unknown) => boolean;
};

const isFlag = (value: unknown) => STRICT.flag.Check(value);
const isUsPrivacy = (value: unknown) => STRICT.usPrivacy.Check(value);
const isText = (value: unknown) => typeof value === 'string';

const FLAGS: readonly Place[] = [
  { at: 'regs', name: 'coppa', isStrict: isFlag },
  { at: 'regs', name: 'gdpr', isStrict: isFlag },
  { at: 'regs.ext', name: 'gdpr', isStrict: isFlag },
];

const US_PRIVACY: readonly Place[] = [
  { at: 'regs', name: 'us_privacy', isStrict: isUsPrivacy },
  { at: 'regs.ext', name: 'us_privacy', isStrict: isUsPrivacy },
];

const TEXTS: readonly Place[] = [
  ...US_PRIVACY,
  { at: 'user', name: 'consent', isStrict: isText },
  { at: 'user.ext', name: 'consent', isStrict: isText },
];

const FLAG_BY_SPELLING: ReadonlyMap<unknown, 0 | 1> = new Map<unknown, 0 | 1>([
  ...([0, '0', false, 'false'] as const).map((spelling) => [spelling, 0] as const),
  ...([1, '1', true, 'true'] as const).map((spelling) => [spelling, 1] as const),
]);

export const consentFlags: RequestRepair = {
  name: 'consent-flag-read',
  description:
    'A `gdpr` or `coppa` of `"0"`, `"1"`, `true` or `false`, or a list of one of them, is read as 0 or 1.',
  apply: changeEach(FLAGS, 'expected 0 or 1; it is read as that', (value) =>
    FLAG_BY_SPELLING.get(onlyItem(value)),
  ),
};

export const consentTexts: RequestRepair = {
  name: 'consent-string-read',
  description:
    'A `consent` or `us_privacy` that is a list of one string is read as that string; `us_privacy` loses white space around it.',
  apply: changeEach(TEXTS, 'expected a string; what came is read as one', (value, { isStrict }) => {
    const item = onlyItem(value);
    const text = typeof item === 'string' ? item.trim() : undefined;
    return isStrict(text) ? text : undefined;
  }),
};

/** Opted out of sale; whether there was a notice is not known. */
const OPTED_OUT = '1-Y-';

export const unreadableUsPrivacy: RequestRepair = {
  name: 'us-privacy-opt-out',
  description: `A \`us_privacy\` that is no US Privacy string counts as an opt-out: \`${OPTED_OUT}\`.`,
  apply: changeEach(
    US_PRIVACY,
    'expected a US Privacy string; what came counts as an opt-out',
    () => OPTED_OUT,
  ),
};

function onlyItem(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

type Read = (value: unknown, place: Place) => unknown;

/** Another value for what the strict endpoint does not take; where `read` gives none, it is left to be refused. */
function changeEach(places: readonly Place[], reason: string, read: Read): RequestRepair['apply'] {
  const changes = places.map((place) =>
    changeAt(place.at, (object, path, report) =>
      changeOne(object, place, read, () => report(`${path}.${place.name}`, reason)),
    ),
  );
  return (request: JsonObject, report: Report) =>
    changes.reduce((repaired, change) => change(repaired, report), request);
}

function changeOne(object: JsonObject, place: Place, read: Read, report: () => void): JsonObject {
  const value = fieldOf(object, place.name) ?? undefined;
  if (value === undefined || place.isStrict(value)) return object;
  const meant = read(value, place);
  if (meant === undefined) return object;
  report();
  return withField(object, place.name, meant);
}
