import {
  type EnabledClasses,
  EVERY_CLASS,
  enabled,
  type SensitiveMatcher,
  UNREAD,
} from '../../language/sensitive/matcher.ts';
import type { SensitiveMatch } from '../../language/sensitive/matches-in.ts';
import { SENSITIVE_CLASSES, SPECIAL_CATEGORIES } from '../../language/sensitive/word-list.ts';
import { joined } from '../../lib/joined.ts';
import type { BidRequest } from '../openrtb/bid-request.ts';
import { statedLanguage, textsOf, withoutTexts } from '../openrtb/request-texts.ts';
import type { ValidRequest } from '../openrtb/validate.ts';
import type { View } from '../privacy/protect.ts';
import { UNRESTRICTED_PERMISSION } from '../privacy/restriction.ts';
import type { ReadyPartner } from './solicit.ts';

/** What the texts of a request speak of (rulings 57 and 65). */
export type Sensitive = {
  /** The gravest match of the classes that the publisher wants no ads beside. */
  readonly match: SensitiveMatch | undefined;
  /** Whether a text of the request is of a special category; undefined: none is. */
  readonly isSpecial: ((text: string) => boolean) | undefined;
};

export type FindSensitive = (wire: BidRequest, classes: EnabledClasses) => Sensitive;

export const NOTHING_SENSITIVE: Sensitive = { match: undefined, isSpecial: undefined };

export function createFindSensitive({ find, findAll }: SensitiveMatcher): FindSensitive {
  const createIsSpecial = (matches: readonly SensitiveMatch[], language: string | undefined) => {
    const special = matches.filter(({ class: name }) => SPECIAL[name]);
    if (special.length === 0) return undefined;
    if (special.some(({ topic }) => topic === UNREAD)) return () => true;
    return remembered((text) => find([text], SPECIAL, 'prose', language) !== undefined);
  };

  return (wire, classes) => {
    const { keywords, prose } = textsOf(wire);
    const language = statedLanguage(wire);
    const matches = joined(
      findAll(keywords, EVERY_CLASS, 'keywords', language),
      findAll(prose, EVERY_CLASS, 'prose', language),
    );
    if (matches.length === 0) return NOTHING_SENSITIVE;
    return { match: gravest(matches, classes), isSpecial: createIsSpecial(matches, language) };
  };
}

const SPECIAL = enabled(SPECIAL_CATEGORIES);

function gravest(
  matches: readonly SensitiveMatch[],
  classes: EnabledClasses,
): SensitiveMatch | undefined {
  const name = SENSITIVE_CLASSES.find(
    (each) => classes[each] && matches.some((match) => match.class === each),
  );
  return matches.find((match) => match.class === name);
}

/** Several views can hold the same text; it is judged once for each request. */
function remembered(judge: (text: string) => boolean): (text: string) => boolean {
  const known = new Map<string, boolean>();
  return (text) => {
    const verdict = known.get(text) ?? judge(text);
    known.set(text, verdict);
    return verdict;
  };
}

/** For partners outside that privacy restricts: views without texts of special categories, which stay in here. */
export function hideSpecial(
  views: readonly View[],
  partners: readonly Pick<ReadyPartner, 'partner'>[],
  isSpecial: Sensitive['isSpecial'],
): readonly View[] {
  return isSpecial === undefined ? views : withoutSpecial(views, partners, isSpecial);
}

function withoutSpecial(
  views: readonly View[],
  partners: readonly Pick<ReadyPartner, 'partner'>[],
  isSpecial: NonNullable<Sensitive['isSpecial']>,
): readonly View[] {
  // Partners with equal views go on sharing one.
  const hidden = new Map<ValidRequest, ValidRequest>();
  return views.map((view, index) => {
    const isInside = partners[index]?.partner.kind === 'local';
    if (isInside || view.permission === UNRESTRICTED_PERMISSION) return view;
    const request = hidden.get(view.request) ?? withoutTexts(view.request, isSpecial);
    hidden.set(view.request, request);
    return { ...view, request };
  });
}
