/** The words that the rules of `derive.ts` match. Lower case. A space matches any white space. */

export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about actually after again all also always am an and another any anyone anything are around as ask at
  away back be because been before being best better between both but buy buying by can can't cannot cheap
  cheaper compare compared could day days did difference do does doesn't doing don't down each else even ever
  every everyone everything expensive few find finding first for from get getting give go going good got great
  had has have having he hello help her here hey hi him his how i i'd i'll i'm i've if i'm in into is isn't
  it it's its just know least less let let's like likes little long look looking lot love loves made make
  many may maybe me mean might mine more most much must my myself need needed needs new next nice no not
  nothing now of off offer offers ok okay old on once one only or order ordering other our out over own
  perfect perhaps please pretty price prices quick quickly quite rather ready really recommend
  recommendation recommendations right said same saw say see seem seems she should shop shopping show so some
  someone something soon sorry still stuff such suggest suggestion suggestions sure take tell than thank
  thanks that that's the their them then there there's these they thing things think this those three time to
  today tomorrow tonight too top tried try trying two under until up us use used using usually versus very vs
  want wanted wants was way we well went were what what's when where where's which while who why will wish
  with without won't work working works worth would wouldn't year years yes yet you you'd you're your below
  above budget max maximum minimum most cost costs dollars dollar usd bucks euros euro eur pounds gbp asap
  urgent urgently immediately week weekend month monday tuesday wednesday thursday friday saturday sunday
  deal deals discount sale coupon cheapest broken refund cancel return hate hates awful terrible horrible bad
  worst useless disappointed disappointing annoying angry amazing awesome excellent fantastic wonderful happy
  glad excited alternative alternatives under gift present birthday christmas someone's kind sort type bit
  checkout purchase purchasing afford spend spending pay paying fix stopped arrived`.split(/\s+/),
);

export type Cue = { readonly phrase: RegExp; readonly means: string };

const any = (...phrases: readonly string[]) =>
  new RegExp(`\\b(?:${phrases.join('|').replaceAll(' ', '\\s+')})\\b`, 'i');

/** In the order in which they are tried: the first that is found decides. */
export const INTENT_CUES: readonly { readonly intent: string; readonly phrase: RegExp }[] = [
  {
    intent: 'support_request',
    phrase: any(
      ...['broken', 'broke', "doesn't work", 'does not work', 'not working', 'stopped working'],
      ...['refund', 'my order', 'my account', 'cancel my', 'return my', 'never arrived'],
      ...["hasn't arrived", "won't (?:turn on|start|charge|open)", 'help me fix', 'how do i fix'],
    ),
  },
  {
    intent: 'objection_handling',
    phrase: any(
      ...['too expensive', 'too much money', 'worth it', 'worth the', 'not sure', "don't trust"],
      ...['not convinced', 'worried', "can't afford", 'sounds like a scam', 'overpriced'],
    ),
  },
  {
    intent: 'comparison',
    phrase: any(
      ...['vs', 'versus', 'compare', 'compared', 'comparison', 'difference between'],
      ...['better than', 'which is better', 'which one', 'or should i', 'alternatives?'],
    ),
  },
  {
    intent: 'purchase_inquiry',
    phrase: any(
      ...['buy', 'buying', 'order', 'purchase', 'need', 'want', 'looking for', 'look for', 'shop'],
      ...['shopping', 'recommend', 'suggest', 'cheap', 'cheapest', 'deals?', 'discount', 'on sale'],
      ...['where can i get', 'find me', 'show me', 'gift', 'present', 'in stock', "i'll take"],
    ),
  },
];

/** Every one that is found is told. */
export const SIGNAL_CUES: readonly Cue[] = [
  {
    means: 'urgency',
    phrase: any(
      ...['today', 'tonight', 'tomorrow', 'this (?:week|weekend|month)', 'asap', 'urgent(?:ly)?'],
      ...['right (?:now|away)', 'immediately', 'soon', 'in a hurry', 'last minute'],
      ...['(?:by|before|until) (?:mon|tues|wednes|thurs|fri|satur|sun)day', 'next-day', 'same-day'],
    ),
  },
  {
    means: 'deal_seeking',
    phrase: any('deals?', 'discount', 'on sale', 'coupon', 'cheap(?:est)?'),
  },
  { means: 'gift', phrase: any('gift', 'present', 'birthday', 'christmas', 'anniversary') },
  {
    means: 'ready_to_buy',
    phrase: any("i'll take", 'ready to buy', 'buy now', 'order now', 'checkout'),
  },
];

export const POSITIVE = any(
  ...['love', 'loves', 'loved', 'great', 'awesome', 'amazing', 'excellent', 'fantastic', 'perfect'],
  ...['wonderful', 'happy', 'glad', 'excited', 'thanks', 'thank you', 'nice', 'best', 'good'],
);

export const NEGATIVE = any(
  ...[
    'hate',
    'hates',
    'hated',
    'awful',
    'terrible',
    'horrible',
    'worst',
    'bad',
    'useless',
    'angry',
  ],
  ...['annoying', 'disappointed', 'disappointing', 'frustrated', 'frustrating', 'broken', 'broke'],
  ...['sad', 'upset', 'refund', 'scam', 'overpriced', 'too expensive', 'never again', 'worried'],
);

/** Before a word of feeling they turn it round. */
export const NEGATION =
  /\b(?:not|no|never|isn't|wasn't|aren't|don't|doesn't|didn't|can't|hardly)\s+(?:\w+\s+)?$/i;

/** After a number they say that it is no price. */
export const UNITS = any(
  ...['miles?', 'km', 'kilometers?', 'meters?', 'hours?', 'hrs?', 'minutes?', 'mins?', 'days?'],
  ...[
    'weeks?',
    'months?',
    'years?',
    'kg',
    'lbs?',
    'pounds of',
    'grams?',
    'oz',
    'inch(?:es)?',
    'cm',
  ],
  ...[
    'mm',
    'feet',
    'ft',
    'gb',
    'tb',
    'people',
    'persons?',
    'times',
    'percent',
    'watts?',
    'liters?',
  ],
);
