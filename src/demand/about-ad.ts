import { createAboutReader, entriesOf, sensesOfTopic } from '../language/lexicon/about.ts';
import { type Profile, profileOf } from '../language/lexicon/fit.ts';
import type { Lexicon } from '../language/lexicon/lexicon.ts';
import { lexiconOf } from '../language/lexicon/lexicons.ts';
import { addCategories, contentWords, entriesIn, likeliestLexicon } from './read-phrase.ts';
import { fold } from './words.ts';

/** What is known of an ad. */
export type AdWords = {
  readonly categories: readonly string[];
  readonly title: string;
  readonly text: string;
  /** What it is targeted at: words of conversations. */
  readonly keywords: readonly string[];
  readonly topics: readonly string[];
  /** Those that it is in or runs in, ISO 639-1; empty: not known. */
  readonly languages: readonly string[];
};

const CATEGORY = 2.5;
const TITLE = 1;
const TEXT = 0.8;
/** All of them together count as much as so many single ones. */
const KEYWORD = 1;
const KEYWORDS_TOGETHER = 3;
const TOPIC = 1;

const KEYWORDS_MAX = 12;
const TEXT_WORDS_MAX = 16;
/** Of a title, a keyword or a topic. */
const PHRASE_WORDS_MAX = 12;

const reader = createAboutReader();

export function profileOfAd(ad: AdWords): Profile {
  const { title, text, topics } = ad;
  const keywords = ad.keywords.slice(0, KEYWORDS_MAX);
  const lexicon = lexiconOfAd(ad);
  addCategories(reader, ad.categories, CATEGORY);
  const weight = Math.min(KEYWORD, KEYWORDS_TOGETHER / Math.max(1, keywords.length));
  for (const keyword of keywords) {
    if (lexicon === undefined) break;
    reader.addEntries(entriesIn(keyword, lexicon, PHRASE_WORDS_MAX).entries, weight);
  }
  for (const topic of topics.slice(0, KEYWORDS_MAX)) {
    const senses = sensesOfTopic(fold(topic));
    if (senses.length > 0) reader.addSenses(senses, TOPIC * weight);
    else if (lexicon !== undefined)
      reader.addEntries(entriesIn(topic, lexicon, PHRASE_WORDS_MAX).entries, TOPIC * weight);
  }
  // A title is made to please: "Grip for wet rock" is about no stones. What nobody states otherwise is not known.
  const isUnstated = reader.isEmpty() && keywords.length + topics.length > 0;
  if (lexicon !== undefined && !isUnstated) {
    reader.addEntries(entriesIn(title, lexicon, PHRASE_WORDS_MAX).entries, TITLE);
    reader.addEntries(entriesOf(contentWords(text, TEXT_WORDS_MAX), -1, lexicon), TEXT);
  }
  return profileOf(reader.finish('ad'));
}

function lexiconOfAd({ languages, title, text, keywords }: AdWords): Lexicon | undefined {
  const known = languages.flatMap((code) => lexiconOf(code) ?? []);
  if (languages.length > 0 && known.length <= 1) return known[0];
  const words = contentWords(
    `${title} ${keywords.slice(0, KEYWORDS_MAX).join(' ')} ${text}`,
    WORDS_MAX,
  );
  return likeliestLexicon(words, known.length > 0 ? known : undefined);
}

/** Words by which the language of an ad is found. */
const WORDS_MAX = 24;
