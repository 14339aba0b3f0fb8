/** What campaigns of the benchmarks ask for and their requests have. */

const numbered = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name} ${index}`);

export const INTENTS = [
  'purchase_inquiry',
  'information_seeking',
  'support_request',
  'comparison',
  'objection_handling',
];
export const TOPICS = numbered('topic', 400);
export const INTERESTS = numbered('interest', 150);
export const KEYWORDS = numbered('keyword', 600);
export const SEGMENTS = numbered('segment', 300);
export const PUBLISHERS = numbered('pub', 60);
export const COUNTRIES = ['USA', 'DEU', 'GBR', 'FRA', 'CAN', 'IND', 'BRA', 'JPN', 'AUS', 'ESP'];
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ja'];
export const CATEGORIES = Array.from({ length: 26 }, (_, index) => `IAB${index + 1}`);
export const STAGES = ['awareness', 'consideration', 'intent', 'conversion'] as const;
export const SENTIMENTS = ['positive', 'neutral', 'negative'] as const;
