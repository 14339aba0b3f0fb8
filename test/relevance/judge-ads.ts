import { createParley } from '../../kit/src/parley.ts';
import { PATIENT_ASK_MS } from '../../kit/test/patient-ask.ts';
import { loadProducts } from '../../src/demand/catalog/products.ts';
import { DEFAULT_PARTNERS } from '../../src/host/config/default-partners.ts';
import { startTestServer, type TestConfig } from '../server.ts';
import type { JudgedConversation } from './labelled.ts';

/** What became of a conversation, as a person judges it. */
export type Verdict =
  /** The ad is right, or there is rightly none. */
  | 'right'
  /** No ad, though the samples have one that is right. */
  | 'missed'
  /** An ad for something else, or where nobody should show one. */
  | 'absurd';

/** What the sample campaigns sell, by the domain of the advertiser. */
const KIND_BY_DOMAIN: Readonly<Record<string, string>> = {
  'ridgeline.example': 'Running shoes',
  'slowrail.example': 'Train travel',
  'kettleby.example': 'Coffee beans',
  'harborside.example': 'Insurance',
  'parlance.example': 'Language lessons',
  'saltpan.example': 'Meal kits',
  'planwright.example': 'Project planning software',
  'nocturne.example': 'Headphones',
  'burrowandbowl.example': 'Pet food and supplies',
  'volterra.example': 'Bikes',
  'inkwell.example': 'Books',
};

const SAMPLES: TestConfig = { partners: DEFAULT_PARTNERS, partnersFrom: 'defaults' };

/** Where those who write are: some of the samples sell in few countries. */
const COUNTRIES: Readonly<Record<string, string>> = {
  en: 'USA',
  de: 'DEU',
  fr: 'FRA',
  es: 'ESP',
  it: 'ITA',
  pt: 'PRT',
  nl: 'NLD',
};

type Judged = { readonly verdict: Verdict; readonly shown: string | null };

/** Asks for an ad for each conversation as a chat would: the kit reads it, a real exchange with the samples answers. */
export async function judgeAds(
  conversations: readonly JudgedConversation[],
): Promise<readonly Judged[]> {
  const server = await startTestServer(SAMPLES);
  try {
    const parley = createParley({
      url: server.url,
      publisher: 'pub-1',
      timeoutMs: PATIENT_ASK_MS,
    });
    const kindByTitle = new Map(loadProducts().map(({ title, category }) => [title, category]));
    const judged: Judged[] = [];
    for (const conversation of conversations) {
      const { messages, language } = conversation;
      const country = COUNTRIES[language] ?? 'USA';
      const { ad } = await parley.ask({ messages, client: { country } });
      const shown =
        ad === null
          ? null
          : (kindByTitle.get(ad.title) ?? KIND_BY_DOMAIN[ad.domain ?? ''] ?? ad.title);
      judged.push({ verdict: judge(shown, conversation), shown });
    }
    return judged;
  } finally {
    await server.stop(0);
  }
}

function judge(shown: string | null, conversation: JudgedConversation): Verdict {
  const { ad, right, near } = conversation;
  const isExpected = ad === 'wanted' && right.length > 0 && !isTooEarly(conversation);
  if (shown === null) return isExpected ? 'missed' : 'right';
  return ad === 'wanted' && [...right, ...near].includes(shown) ? 'right' : 'absurd';
}

/** The kit lets the first answer have no ad, unless somebody wants to buy or to compare. */
function isTooEarly({ messages, intent }: JudgedConversation): boolean {
  const isWish = intent === 'purchase_inquiry' || intent === 'comparison';
  return !isWish && messages.filter(({ role }) => role === 'user').length === 1;
}
