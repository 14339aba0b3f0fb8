import { FUNNEL_STAGES, LISTED_INTENTS } from '../../src/core/openrtb/context.ts';
import { DEFAULT_CAMPAIGNS_FILE } from '../../src/demand/campaigns/default-campaigns.ts';
import { CampaignsFault, readCampaigns } from '../../src/demand/campaigns/read-campaigns.ts';
import { loadProducts } from '../../src/demand/catalog/products.ts';
import { createChance } from '../../test/chance.ts';

/** What one request tells of its conversation. */
export type Conversation = {
  /** Between commas: what products are searched with. */
  readonly keywords: string;
  readonly topics: readonly string[];
  readonly intent: string;
  readonly confidence: number;
  readonly stage: string;
  readonly messages: number;
  readonly characters: number;
  readonly publisher: string;
  readonly ip: string;
};

/**
 * Fewer than the product search keeps the offers of: people look for the same things within half a minute. Some are
 * frequent and most are rare, as by Zipf: the n-th is searched with a n-th as often as the first.
 */
const SEARCHES = 100;
const PUBLISHERS = 60;
/** A word of a topic that no other request has, in one of so many: names, numbers and typing errors. */
const UNSEEN_EVERY = 4;

/** Conversations about what the campaigns and products that come with Parley sell, each with other words. */
export function conversations(count: number, unseenWord: string): readonly Conversation[] {
  const chance = createChance(30);
  const below = (limit: number) => Math.floor(chance() * limit);
  const one = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const themes = readThemes();
  const words = readWords();
  const searches = Array.from({ length: SEARCHES }, () => {
    const theme = one(themes);
    return { theme, keywords: Array.from({ length: 1 + below(3) }, () => one(theme)).join(', ') };
  });
  return Array.from({ length: count }, (_, index): Conversation => {
    const rank = Math.floor(SEARCHES ** chance());
    const { theme, keywords } = searches[rank - 1] ?? one(searches);
    const detail = index % UNSEEN_EVERY === 0 ? unseenWord : one(words);
    return {
      keywords,
      topics: [one(theme), `${one(theme)} ${detail}`].slice(below(2)),
      intent: one(INTENTS),
      confidence: (70 + below(30)) / 100,
      stage: one(FUNNEL_STAGES),
      messages: 1 + below(12),
      characters: 10 + below(400),
      publisher: `pub-${below(PUBLISHERS)}`,
      ip: `192.0.2.${1 + below(254)}`,
    };
  });
}

/** Some campaigns ask for other conversations than those that look for help. */
const INTENTS = LISTED_INTENTS.filter((intent) => intent !== 'support_request');

/** Phrases that belong together. */
function readThemes(): readonly (readonly string[])[] {
  const campaigns = readCampaigns(DEFAULT_CAMPAIGNS_FILE);
  if (campaigns instanceof CampaignsFault) throw new Error(campaigns.message);
  return campaigns.flatMap(({ targeting }) => {
    const { keywords, topics } = targeting?.include ?? {};
    return [keywords ?? topics ?? []].filter((phrases) => phrases.length > 0);
  });
}

function readWords(): readonly string[] {
  const texts = loadProducts()
    .filter(({ language }) => language === 'en')
    .map(({ title, description }) => `${title} ${description}`);
  return [
    ...new Set(
      texts
        .join(' ')
        .toLowerCase()
        .match(/\b[a-z]{4,}\b/g),
    ),
  ];
}
