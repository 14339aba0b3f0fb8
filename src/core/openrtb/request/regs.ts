import Type from 'typebox';
import { Flag } from '../fields.ts';
import { GPP_SECTIONS_NAMED_MAX, hasTooManyGppSections } from '../gpp-sections.ts';
import { type Classified, classified, optional } from '../privacy-class.ts';

// Ruling 23.
const UsPrivacy = Type.String({
  pattern: '^1[YNyn-]{3}$',
  expects: 'a US Privacy string: "1" and three of "Y", "N" and "-", like "1YNN"',
});

/** Ruling 62: of any type, since a caller passes on what a consent tool wrote. Only its length is bounded. */
const GppSections = Type.Refine(
  Type.Unknown({
    description: `The GPP sections in force: a list of numbers, at most ${GPP_SECTIONS_NAMED_MAX}. A number or a text is read as such a list; an unknown section withholds as much as an unreadable one.`,
    examples: [[7]],
    maxItems: GPP_SECTIONS_NAMED_MAX,
    expects: `at most ${GPP_SECTIONS_NAMED_MAX} items`,
  }),
  // A text can name as many as a list. Null is absent (ruling 13), and fails the check so that it is left out.
  (value) => value !== null && !hasTooManyGppSections(value),
);

/** What the publisher asks for under the EU's Digital Services Act. */
const DSA_CLASSES: Classified = {
  dsarequired: ['signal', 'code'],
  pubrender: ['signal', 'code'],
  datatopub: ['signal', 'code'],
  transparency: { domain: ['signal', 'host'], dsaparams: ['signal', 'codes'] },
};

/** Ruling 22: the privacy fields stand where the spec has them and where OpenRTB 2.6 moved them. */
export const Regs = classified(
  {
    ext: optional(
      'nested',
      classified(
        {
          gdpr: optional('signal', Flag),
          us_privacy: optional('signal', UsPrivacy),
          gpp_sid: optional(['signal', 'sections'], GppSections),
        },
        {
          coppa: ['signal', 'flag'],
          gpp: ['consent', 'consent'],
          gpc: ['signal', 'flag'],
          dsa: DSA_CLASSES,
        },
      ),
    ),
    coppa: optional('signal', Flag),
    gdpr: optional('signal', Flag),
    us_privacy: optional('signal', UsPrivacy),
    gpp: optional(['consent', 'consent'], Type.String()),
    gpp_sid: optional(['signal', 'sections'], GppSections),
  },
  { gpc: ['signal', 'flag'] },
);
