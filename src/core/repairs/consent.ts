import { UNREADABLE_US_PRIVACY } from '../openrtb/privacy-signals.ts';
import { type ApplyRepair, inOrder, type RequestRepair, repairField } from './repair.ts';
import { STRICT } from './strict.ts';

/**
 * Ruling 62: consent signals of another type, where they have one meaning. An unreadable US Privacy string is not
 * dropped, since it may have been an opt-out (ruling 77). No report quotes a value: it may be about a person.
 */

type IsStrict = (value: unknown) => boolean;

/** The fields, and whether the strict endpoint takes a value of them. */
type ConsentFields = { readonly paths: readonly string[]; readonly isStrict: IsStrict };

const FLAGS: ConsentFields = {
  paths: ['regs.coppa', 'regs.gdpr', 'regs.ext.gdpr'],
  isStrict: (value) => STRICT.flag.Check(value),
};

const US_PRIVACY: ConsentFields = {
  paths: ['regs.us_privacy', 'regs.ext.us_privacy'],
  isStrict: (value) => STRICT.usPrivacy.Check(value),
};

const CONSENT: ConsentFields = {
  paths: ['user.consent', 'user.ext.consent'],
  isStrict: (value) => typeof value === 'string',
};

const FLAG_BY_SPELLING: ReadonlyMap<unknown, 0 | 1> = new Map<unknown, 0 | 1>([
  ...([0, '0', false, 'false'] as const).map((spelling) => [spelling, 0] as const),
  ...([1, '1', true, 'true'] as const).map((spelling) => [spelling, 1] as const),
]);

const TEXT_REASON = 'expected a string without white space around it; what came is read as one';

export const CONSENT_REPAIRS: readonly RequestRepair[] = [
  {
    name: 'consent-flag-read',
    description:
      'A `gdpr` or `coppa` of `"0"`, `"1"`, `true` or `false`, or a list of one of them, is read as 0 or 1.',
    apply: readAs(FLAGS, 'expected 0 or 1; it is read as that', (value) =>
      FLAG_BY_SPELLING.get(onlyItem(value)),
    ),
  },
  {
    name: 'consent-string-read',
    description:
      'A `consent` or `us_privacy` that is a list of one string is read as that string; `us_privacy` loses white space around it.',
    apply: inOrder(
      readAs(US_PRIVACY, TEXT_REASON, readText),
      readAs(CONSENT, TEXT_REASON, readText),
    ),
  },
  // After the texts that can be read have been.
  {
    name: 'us-privacy-opt-out',
    description: `An invalid \`us_privacy\` becomes \`${UNREADABLE_US_PRIVACY}\`, which withholds as much as an unreadable GPP section.`,
    apply: readAs(
      US_PRIVACY,
      'expected a US Privacy string; the value that came withholds as much as an unreadable GPP section',
      () => UNREADABLE_US_PRIVACY,
    ),
  },
];

function readText(value: unknown, isStrict: IsStrict): string | undefined {
  const item = onlyItem(value);
  const text = typeof item === 'string' ? item.trim() : undefined;
  return isStrict(text) ? text : undefined;
}

function onlyItem(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}

/** Another value for what the strict endpoint does not take; where `read` gives none, it is left to be refused. */
function readAs(
  { paths, isStrict }: ConsentFields,
  reason: string,
  read: (value: unknown, isStrict: IsStrict) => unknown,
): ApplyRepair {
  const repairs = paths.map((path) =>
    repairField(path, (value) => {
      const meant = isStrict(value) ? undefined : read(value, isStrict);
      return meant === undefined ? undefined : { value: meant, reason };
    }),
  );
  return inOrder(...repairs);
}
