import Type, { type Static } from 'typebox';
import { rankFactor } from '../../core/auction/judge-fit.ts';
import { profileOfAd } from '../../demand/about-ad.ts';
import { contentWords, likeliestLexicon } from '../../demand/read-phrase.ts';
import {
  type About,
  createAboutReader,
  entriesOf,
  sensesOfTopic,
} from '../../language/lexicon/about.ts';
import { fitOf, nameProfile, nameSubjects } from '../../language/lexicon/fit.ts';
import type { Sense } from '../../language/lexicon/lexicon.ts';
import { lexiconOf } from '../../language/lexicon/lexicons.ts';
import { SUBJECTS } from '../../language/lexicon/subjects.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { Id } from './fields.ts';
import type { AdProduct } from './seller-terms.ts';

/** A product, and how it goes with what the buyer asked for, in a sentence. */
export type RankedProduct = { readonly product: AdProduct; readonly relevance: string };

/** Words of a brief that are read. */
const BRIEF_WORDS_MAX = 64;
const NAME_WORDS_MAX = 12;
const DESCRIPTION_WORDS_MAX = 40;
/** Of a product, those whose names are read. */
const PUBLISHERS_READ_MAX = 5;

/** Words of people who buy ads, in briefs and in descriptions of products: they name no subject of a conversation. */
const TRADE_WORDS = new Set(
  (
    'ad ads adult adults advertise advertiser advertisers advertising agency assistant assistants auction audience audiences ' +
    'available banner bid bids brand brands brief budget budgets buy buying campaign campaigns channel channels chat chats click ' +
    'clicks completion content conversation conversations cost cpc cpm creative creatives ctr daily delivery demand details ' +
    'display exchange flight flights floor format formats goal goals guaranteed impression impressions include inventory launch ' +
    'lifestyle market marketing media native network networks offer package packages page pages performance placement ' +
    'placements premium preroll price prices pricing product products promote promotion publisher publishers rate reach ' +
    'requirement requirements show site sites spend sponsored spot spots target targeting user users video videos week weeks'
  ).split(' '),
);

const ENGLISH = 'en';
const WORD = 1;

/** One for all: it is empty between two texts. */
const reader = createAboutReader();

/** What a brief is about, and how a sentence names it. */
type BriefSubjects = { readonly about: About; readonly named: string };

/** By the lexicon that conversations and ads are read with. undefined: nothing of it is known. */
function readBrief(text: string): BriefSubjects | undefined {
  const words = subjectWords(text, BRIEF_WORDS_MAX);
  // "sports" stands for all of them, as the topics that requests tell do; their names are English.
  const topics = words.filter((word) => sensesOfTopic(word).length > 0);
  const lexicon = topics.length > 0 ? lexiconOf(ENGLISH) : likeliestLexicon(words);
  for (const topic of topics) reader.addSenses(sensesOfTopic(topic), WORD);
  if (lexicon !== undefined) {
    const named = words.filter((word) => !isGeography(lexicon.sensesOf(word)));
    reader.addEntries(entriesOf(named, -1, lexicon), WORD);
  }
  const about = reader.finish('talk');
  if (about === undefined) return undefined;
  const isBroad = (about.shares[0] ?? 0) < SHARE_NAMED_MIN && topics.length > 0;
  return { about, named: isBroad ? topics.join(' and ') : nameSubjects(about) };
}

/** Below it no single subject stands out. */
const SHARE_NAMED_MIN = 0.25;

const GEOGRAPHY = SUBJECTS.findIndex(({ name }) => name === 'places');

/** Where ads are to be shown is for filters and targeting: "US and Canada" is no wish for ads beside travel. */
function isGeography(senses: readonly Sense[] | undefined): boolean {
  return senses?.every(({ subject }) => subject === GEOGRAPHY) ?? false;
}

function subjectWords(text: string, wordsMax: number): readonly string[] {
  return contentWords(text, wordsMax).filter((word) => !TRADE_WORDS.has(word));
}

/** The names by which people know a publisher. */
type PublisherNames = (publisher: string) => string;

/**
 * The products in the order in which they go with a text: by its subjects and those of a product's preset, its name, its
 * description and its publishers. Those of which nothing is known stand between those that go with it and the others.
 */
export function rankProducts(
  products: readonly AdProduct[],
  text: string,
  nameOf: PublisherNames,
): readonly RankedProduct[] {
  const brief = readBrief(text);
  if (brief === undefined) {
    return products.map((product) => ({ product, relevance: NOTHING_KNOWN }));
  }
  const { about, named: asked } = brief;
  return products
    .map((product) => {
      const profile = profileOfProduct(product, nameOf);
      const fit = fitOf(about, profile);
      const relevance =
        fit === undefined
          ? `The brief is about ${asked}; nothing of this product names a subject: its conversations may be about anything.`
          : `Fit ${fit.toFixed(2)} of 1: the brief is about ${asked}, this product about ${nameProfile(profile)}.`;
      return { product, relevance, rank: rankFactor(about, fit) };
    })
    .toSorted((one, other) => other.rank - one.rank)
    .map(({ product, relevance }) => ({ product, relevance }));
}

const NOTHING_KNOWN =
  'Nothing in the brief names a subject that this seller knows: products are in the order of its list.';

function profileOfProduct(product: AdProduct, nameOf: PublisherNames) {
  const { name, description, publishers, targeting } = product;
  const { categories = [], keywords = [], topics = [], languages = [] } = targeting?.include ?? {};
  const names = publishers.slice(0, PUBLISHERS_READ_MAX).map(nameOf);
  const text = [description, ...names].join(' ');
  return profileOfAd({
    categories,
    keywords,
    topics,
    languages: languages.map((code) => code.slice(0, 2).toLowerCase()),
    title: subjectWords(name, NAME_WORDS_MAX).join(' '),
    text: subjectWords(text, DESCRIPTION_WORDS_MAX).join(' '),
  });
}

const REFINEMENTS_MAX = 50;
export const BRIEF_LENGTH_MAX = 5000;

const Ask = Type.String({ minLength: 1, maxLength: BRIEF_LENGTH_MAX });

export const Refinements = Type.Array(
  Type.Object({
    scope: Type.Enum(['request', 'product', 'proposal']),
    product_id: Type.Optional(Id),
    proposal_id: Type.Optional(Id),
    action: Type.Optional(Type.Enum(['include', 'omit', 'more_like_this', 'finalize'])),
    ask: Type.Optional(Ask),
  }),
  { minItems: 1, maxItems: REFINEMENTS_MAX },
);

type Refinement = DeepReadonly<Static<typeof Refinements>>[number];

/**
 * Products as a buyer wants them changed, and what became of each change, as it is sent. What can be done is done: some left
 * out, others in another order. Prices and terms are those of the list, and nobody negotiates: that is said.
 */
export function refineProducts(
  products: readonly AdProduct[],
  refinements: readonly Refinement[],
  nameOf: PublisherNames,
): { readonly ranked: readonly RankedProduct[]; readonly applied: readonly object[] } {
  const wishes: string[] = [];
  const omitted = new Set<string>();
  const applied = refinements.map((one) => {
    const { scope, action = 'include', ask = '', product_id, proposal_id } = one;
    const product = products.find(({ id }) => id === product_id);
    const outcome = (status: 'applied' | 'partial' | 'unable', notes: string) => {
      return { scope, product_id, proposal_id, status, notes };
    };
    if (scope === 'proposal' || action === 'finalize') {
      return outcome('unable', 'This seller makes no proposals: use create_media_buy.');
    }
    if (scope === 'request') {
      if (readBrief(ask) === undefined) return outcome('unable', NO_SUBJECT);
      wishes.push(ask);
      return outcome('partial', `Products are in the order in which they go with it. ${FILTERS}`);
    }
    if (product === undefined) return outcome('unable', 'No product that is left has this id.');
    if (action === 'omit') {
      omitted.add(product.id);
      return outcome('applied', 'Left out.');
    }
    if (action === 'more_like_this') {
      wishes.push(`${product.name} ${product.description} ${ask}`);
      return outcome('partial', 'The other products are in the order in which they go with it.');
    }
    return ask === ''
      ? outcome('applied', 'Returned as it is listed.')
      : outcome('unable', 'Prices and terms are as listed: create_media_buy sets all others.');
  });
  const left = products.filter(({ id }) => !omitted.has(id));
  return { ranked: rankProducts(left, wishes.join(' '), nameOf), applied };
}

const FILTERS = 'Use filters for conditions that have to hold.';
const NO_SUBJECT = `Nothing in it names a subject that this seller knows. ${FILTERS}`;
