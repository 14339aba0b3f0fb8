/**
 * The classes in the order in which they win. Behind the broadest, health, come special categories of personal data
 * that are no trouble at all: a faith, an opinion.
 */
export const SENSITIVE_CLASSES = [
  'crisis',
  'addiction',
  'legal',
  'money',
  'health',
  'reproduction',
  'orientation',
  'religion',
  'ethnicity',
  'immigration',
  'politics',
  'union',
] as const;

export type SensitiveClass = (typeof SENSITIVE_CLASSES)[number];

/** For every publisher, unless it says otherwise. */
export const ON_BY_DEFAULT: readonly SensitiveClass[] = ['crisis'];

/**
 * Classes whose words partners may not see where privacy restricts them: the special categories of Article 9 of the
 * GDPR and of US state laws, and what somebody in distress says.
 */
export const SPECIAL_CATEGORIES: readonly SensitiveClass[] = SENSITIVE_CLASSES.filter(
  (name) => name !== 'legal' && name !== 'money',
);

/** One file under `lists/`: the words of one language. Phrases are templates: `docs/sensitive.md` explains their signs. */
export type WordList = {
  readonly language: string;
  /** How the list was compiled. */
  readonly sources: readonly string[];
  /** Words that may stand anywhere inside a phrase: "my mom *just* died". */
  readonly fillers: readonly string[];
  /** Named alternatives. A group may use the groups above it. */
  readonly groups: Readonly<Record<string, readonly string[]>>;
  readonly classes: {
    readonly [name in SensitiveClass]?: Readonly<Record<string, readonly string[]>>;
  };
  /** Phrases that take the listed words inside them out of their class, by subject. */
  readonly exceptions: Readonly<Record<string, readonly string[]>>;
};
