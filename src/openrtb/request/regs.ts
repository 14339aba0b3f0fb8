import Type from 'typebox';
import { count, Flag } from '../fields.ts';
import { type Classified, classified } from '../privacy-class.ts';

// Ruling 23.
const UsPrivacy = Type.String({
  pattern: '^1[YNyn-]{3}$',
  expects: 'a US Privacy string: "1" and three of "Y", "N" and "-", like "1YNN"',
});

/** What the publisher asks for under the EU's Digital Services Act. */
const DSA_CLASSES: Classified = {
  dsarequired: 'signal',
  pubrender: 'signal',
  datatopub: 'signal',
  transparency: { domain: 'signal', dsaparams: 'signal' },
};

/** Ruling 22: the privacy fields stand where the spec has them and where OpenRTB 2.6 moved them. */
export const Regs = classified(
  {
    ext: Type.Optional(
      classified(
        { gdpr: Type.Optional(Flag), us_privacy: Type.Optional(UsPrivacy) },
        {
          gdpr: 'signal',
          us_privacy: 'signal',
          gpp: 'consent',
          gpp_sid: 'signal',
          gpc: 'signal',
          dsa: DSA_CLASSES,
        },
      ),
    ),
    coppa: Type.Optional(Flag),
    gdpr: Type.Optional(Flag),
    us_privacy: Type.Optional(UsPrivacy),
    gpp: Type.Optional(Type.String()),
    gpp_sid: Type.Optional(Type.Array(count(0))),
  },
  {
    ext: 'nested',
    coppa: 'signal',
    gdpr: 'signal',
    us_privacy: 'signal',
    gpp: 'consent',
    gpp_sid: 'signal',
  },
);
