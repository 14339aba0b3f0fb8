import type { Signals } from '../../../kit/src/parley.ts';

/** The signals read from the conversation, each with the words it was read from. */
export function Chips({ signals }: { readonly signals: Signals }) {
  const { keywords, price, intent, sentiment, funnel, language, sources } = signals;
  const wordsOf = (name: string) => sources[name] ?? [];
  return (
    <ul class="chips" aria-label="Derived signals">
      {keywords.map((keyword) => (
        <Chip key={keyword} name="keyword" value={keyword} words={[keyword]} />
      ))}
      {price === null ? null : (
        <Chip name="price" value={priceWords(price)} words={wordsOf('price')} />
      )}
      {intent === null ? null : (
        <Chip name="intent" value={named(intent.value)} words={wordsOf('intent')} />
      )}
      {intent?.signals.map((signal) => (
        <Chip key={signal} name="signal" value={named(signal)} words={wordsOf('funnel')} />
      ))}
      {sentiment === null ? null : (
        <Chip name="mood" value={sentiment.value} words={wordsOf('sentiment')} />
      )}
      {funnel === null ? null : (
        <Chip name="stage" value={funnel.stage} words={wordsOf('funnel')} />
      )}
      {language === '' ? null : (
        <Chip name="language" value={language} words={wordsOf('language')} />
      )}
    </ul>
  );
}

type ChipProps = {
  readonly name: string;
  readonly value: string;
  readonly words: readonly string[];
};

function Chip({ name, value, words }: ChipProps) {
  const because =
    words.length === 0 ? 'No word says otherwise' : `Because of “${words.join('”, “')}”`;
  return (
    <li class={`chip ${name}`} title={because}>
      <span class="muted">{name}</span> {value}
    </li>
  );
}

function named(slug: string): string {
  return slug.replaceAll('_', ' ');
}

function priceWords({ min, max, currency = '' }: NonNullable<Signals['price']>): string {
  const amount = (value: number) => `${value.toLocaleString()} ${currency}`.trim();
  if (min !== undefined && max !== undefined) return `${min.toLocaleString()} to ${amount(max)}`;
  return max === undefined ? `from ${amount(min ?? 0)}` : `up to ${amount(max)}`;
}
