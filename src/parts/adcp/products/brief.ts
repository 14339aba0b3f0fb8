import { rankFactor } from '../../../core/auction/judge-fit.ts';
import { profileOfAd } from '../../../demand/about-ad.ts';
import { contentWords, likeliestLexicon } from '../../../demand/read-phrase.ts';
import {
  type About,
  createAboutReader,
  entriesOf,
  sensesOfTopic,
} from '../../../language/lexicon/about.ts';
import { fitOf, nameProfile, nameSubjects } from '../../../language/lexicon/fit.ts';
import type { Sense } from '../../../language/lexicon/lexicon.ts';
import { lexiconOf } from '../../../language/lexicon/lexicons.ts';
import { SUBJECTS } from '../../../language/lexicon/subjects.ts';
import type { AdProduct } from './product.ts';

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
export function readBrief(text: string): BriefSubjects | undefined {
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
export type PublisherNames = (publisher: string) => string;

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

export const NOTHING_KNOWN =
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
