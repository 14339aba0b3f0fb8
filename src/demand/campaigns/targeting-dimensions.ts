import type { ValidRequest } from '../../core/openrtb/validate.ts';
import { findCountry } from '../../lib/countries.ts';
import { rememberTexts } from '../../lib/text.ts';
import type { Condition } from '../condition-schema.ts';
import { mainPosition, type WordOrder, wordOrderOf } from '../read-phrase.ts';
import { languageOf, primarySubtag } from '../request-language.ts';
import { fold, KEYWORD_WORDS_MAX, readWords } from '../words.ts';

/** Takes one value that a request has in a dimension. */
type TakeValue = (value: string) => void;

/** Whether a condition says what a request must have, or what it must not have. */
export type ConditionUse = 'match' | 'exclude';

/**
 * A dimension of targeting whose values are texts: what a campaign wants of it and what a request offers,
 * both in the form in which equal means equal. Intent confidence and turns are ranges, and days and hours depend on the
 * campaign's time zone: they are not here.
 */
type Dimension = {
  readonly name: Exclude<keyof Condition, 'minConfidence' | 'turns' | 'days' | 'hours'>;
  readonly wanted: (condition: Condition, use: ConditionUse) => readonly string[] | undefined;
  readonly offered: (request: ValidRequest, offer: TakeValue) => void;
};

/** A request's keyword that is longer than this is not looked at. */
const KEYWORD_LENGTH_MAX = 200;

/** Values of one list of a request that are looked at. */
const VALUES_MAX = 1000;

const identity = (text: string) => text;

export const DIMENSIONS: readonly Dimension[] = [
  one('intents', fold, ({ wire }) => wire.ext?.service?.intent?.value),
  each('topics', fold, ({ wire }) => wire.ext?.service?.intent?.topics),
  one('sentiments', identity, ({ wire }) => wire.ext?.service?.sentiment?.value),
  one('funnelStages', identity, ({ wire }) => wire.ext?.service?.funnel?.stage),
  each('interests', fold, ({ wire }) => wire.ext?.service?.audience?.interests),
  each('behaviors', fold, ({ wire }) => wire.ext?.service?.audience?.behaviors),
  {
    name: 'quickReply',
    wanted: ({ quickReply }) => (quickReply === undefined ? undefined : [String(quickReply)]),
    offered: ({ wire }, offer) => {
      const isQuickReply = wire.ext?.service?.isQuickReply;
      if (isQuickReply !== undefined) offer(String(isQuickReply));
    },
  },
  {
    name: 'keywords',
    wanted: ({ keywords }, use) =>
      keywords?.map((keyword) => {
        const words = readWords(keyword);
        // What is excluded is excluded wherever it occurs.
        return words.length === 1 && use === 'match' ? aboutWord(words[0] ?? '') : words.join(' ');
      }),
    offered: offerPhrases,
  },
  listed('categories', foldCategory, ({ wire }, offer) => {
    offerEach(wire.site?.cat ?? wire.app?.cat, foldCategory, (category) => {
      offer(category);
      // In taxonomy 1 the id of a category begins with its parent's: IAB17-1 is part of IAB17.
      const dash = category.indexOf('-');
      if (dash > 0 && category.startsWith('IAB')) offer(category.slice(0, dash));
    });
  }),
  listed(
    'countries',
    (code) => findCountry(code) ?? code,
    ({ country }, offer) => {
      if (country !== undefined) offer(country);
    },
  ),
  listed('languages', primarySubtag, (request, offer) => offer(languageOf(request))),
  {
    name: 'deviceTypes',
    wanted: ({ deviceTypes }) => deviceTypes?.map(String),
    offered: ({ wire }, offer) => {
      const type = wire.device?.devicetype;
      if (type !== undefined) offer(String(type));
    },
  },
  one('publishers', identity, ({ wire }) => (wire.site ?? wire.app)?.publisher?.id),
  listed('formats', identity, ({ imps }, offer) => {
    for (const { formats = [] } of imps) for (const { id } of formats) offer(id);
  }),
  listed(
    'domains',
    (domain) => domain.toLowerCase(),
    ({ wire }, offer) => offerDomains(wire.site?.domain, offer),
  ),
  listed('segments', identity, ({ wire }, offer) => {
    let left = VALUES_MAX;
    for (const { segment } of wire.user?.data ?? []) {
      for (const { id } of segment ?? []) {
        if (left-- === 0) return;
        if (id !== undefined) offer(id);
      }
    }
  }),
];

type Form = (text: string) => string;

/** A dimension whose conditions are lists of texts, which are compared in this form. */
function listed(
  name: Exclude<Dimension['name'], 'quickReply' | 'deviceTypes'>,
  form: Form,
  offered: Dimension['offered'],
): Dimension {
  return { name, wanted: (condition) => condition[name]?.map(form), offered };
}

type ListedName = Parameters<typeof listed>[0];

/** The same, of which a request has one text or none. */
function one(
  name: ListedName,
  form: Form,
  textOf: (request: ValidRequest) => string | undefined,
): Dimension {
  return listed(name, form, (request, offer) => {
    const text = textOf(request);
    if (text !== undefined) offer(form(text));
  });
}

/** The same, of which a request may have several. */
function each(
  name: ListedName,
  form: Form,
  textsOf: (request: ValidRequest) => readonly string[] | undefined,
): Dimension {
  return listed(name, form, (request, offer) => offerEach(textsOf(request), form, offer));
}

function offerEach(texts: readonly string[] | undefined, form: Form, offer: TakeValue): void {
  if (texts === undefined) return;
  const count = Math.min(texts.length, VALUES_MAX);
  for (let index = 0; index < count; index++) offer(form(texts[index] ?? ''));
}

/** A keyword that is about this word; no words of a text read like it. */
const aboutWord = (word: string) => `=${word}`;

function offerPhrases(request: ValidRequest, offer: TakeValue): void {
  const phrasesOf = PHRASES[wordOrderOf(languageOf(request))];
  for (const keyword of request.keywords) {
    if (keyword.length > KEYWORD_LENGTH_MAX) continue;
    for (const phrase of phrasesOf(keyword)) offer(phrase);
  }
}

/** Keywords whose phrases are remembered: people speak of the same things again and again. */
const REMEMBERED_KEYWORDS_MAX = 2000;
const REMEMBERED_LENGTH_MAX = 48;

const remembered = (order: WordOrder) =>
  rememberTexts(REMEMBERED_KEYWORDS_MAX, REMEMBERED_LENGTH_MAX, (keyword) =>
    phrasesIn(keyword, order),
  );

const PHRASES: Readonly<Record<WordOrder, ReturnType<typeof remembered>>> = {
  'thing-first': remembered('thing-first'),
  'thing-last': remembered('thing-last'),
};

/** What a keyword is about, and every run of words inside it, so that "trail shoes" is found in "best trail shoes". */
function phrasesIn(keyword: string, order: WordOrder): readonly string[] {
  const words = readWords(keyword);
  const about = words[mainPosition(words, order)];
  const phrases = about === undefined ? [] : [aboutWord(about)];
  for (let start = 0; start < words.length; start++) {
    let phrase = words[start] ?? '';
    phrases.push(phrase);
    const end = Math.min(start + KEYWORD_WORDS_MAX, words.length);
    for (let at = start + 1; at < end; at++) {
      phrase += ` ${words[at]}`;
      phrases.push(phrase);
    }
  }
  return phrases;
}

function foldCategory(text: string): string {
  return text.trim().toUpperCase();
}

/** The domain and those it is a subdomain of. */
function offerDomains(domain: string | undefined, offer: TakeValue): void {
  for (let rest = domain?.toLowerCase(); rest !== undefined; ) {
    offer(rest);
    const dot = rest.indexOf('.');
    rest = dot === -1 ? undefined : rest.slice(dot + 1);
  }
}
