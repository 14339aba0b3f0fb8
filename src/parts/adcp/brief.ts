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
import type { AdProduct } from './products.ts';

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
const Id = Type.String({ minLength: 1, maxLength: 255 });

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
  const read = refinements.map((one) => {
    const { scope, product_id: id = '', proposal_id: proposal = '' } = one;
    const product = products.find((each) => each.id === id);
    const { wish = '', ...outcome } = refinementOf(one, product);
    const named =
      scope === 'product' ? { product_id: id } : scope === 'proposal' && { proposal_id: proposal };
    return { wish, applied: { scope, ...named, ...outcome } };
  });
  const omitted = new Set(
    refinements.flatMap(({ scope, action, product_id: id }) =>
      scope === 'product' && action === 'omit' ? (id ?? []) : [],
    ),
  );
  const left = products.filter(({ id }) => !omitted.has(id));
  const text = read.map(({ wish }) => wish).join(' ');
  return { ranked: rankProducts(left, text, nameOf), applied: read.map(({ applied }) => applied) };
}

type Refined = {
  readonly status: 'applied' | 'partial' | 'unable';
  readonly notes: string;
  /** The text by which products are put in order. */
  readonly wish?: string;
};

function refinementOf(
  { scope, action = 'include', ask }: Refinement,
  product: AdProduct | undefined,
): Refined {
  if (scope === 'proposal' || action === 'finalize') {
    return unable('This seller makes no proposals: buy products with create_media_buy.');
  }
  if (scope === 'request') {
    const notes =
      'Products are in the order in which they go with it. Nothing else of it is applied: use filters for conditions that have to hold.';
    return readBrief(ask ?? '') === undefined
      ? unable(
          'Nothing in it names a subject that this seller knows. Use filters for conditions that have to hold.',
        )
      : { status: 'partial', notes, wish: ask ?? '' };
  }
  if (product === undefined) {
    return unable('No product of this seller that the filters leave has this id.');
  }
  if (action === 'omit') return { status: 'applied', notes: 'Left out.' };
  if (action === 'more_like_this') {
    const notes =
      'The other products are in the order in which they go with its name and description.';
    const wish = `${product.name} ${product.description} ${ask ?? ''}`;
    return { status: 'partial', notes, wish };
  }
  return ask === undefined
    ? { status: 'applied', notes: 'Returned as it is listed.' }
    : unable(
        'Prices and terms are as listed. Budget, targeting and flight are set in create_media_buy.',
      );
}

const unable = (notes: string): Refined => ({ status: 'unable', notes });
