import type { Signals } from '../../../kit/src/parley.ts';
import type { TryResult } from '../api.ts';
import type { Outcome } from '../client.ts';
import { NoAd } from '../playground/answer.tsx';
import { handOver } from '../playground/kept.ts';
import { goTo } from '../router.ts';
import { AdPreview } from '../ui/ad-preview.tsx';
import { headerOf, readAnswer } from '../ui/bid-answer.ts';
import { Code } from '../ui/code.tsx';
import { Failure } from '../ui/empty.tsx';

export type Exchanged = {
  readonly number: number;
  readonly text: string;
  /** undefined until they are read. */
  readonly signals: Signals | undefined;
  /** undefined until it is made, and where none is sent. */
  readonly request: string | undefined;
  /** undefined while the exchange is asked; a word where it is not asked. */
  readonly outcome: Outcome<TryResult> | 'kept-back' | 'unknown-language' | undefined;
};

/** One message, the signals derived from it, and the response. */
export function Message({ message }: { readonly message: Exchanged }) {
  const { text, signals, request, outcome } = message;
  return (
    <section class="exchange" aria-label={`Message ${message.number}`}>
      <p class="bubble person">{text}</p>
      {signals === undefined ? null : <Chips signals={signals} />}
      <div class="bubble assistant">
        <p class="muted">Your assistant’s answer appears here.</p>
        <Reply outcome={outcome} />
      </div>
      <div class="under-the-hood">
        {request === undefined ? null : <Request text={request} />}
        {typeof outcome === 'object' && outcome.kind === 'ready' ? (
          <Told result={outcome.value} />
        ) : null}
      </div>
    </section>
  );
}

function Request({ text }: { readonly text: string }) {
  return (
    <details>
      <summary>Request</summary>
      <Code text={text} label="Bid request" />
      <button
        type="button"
        onClick={() => {
          handOver(text);
          goTo('playground');
        }}
      >
        Open in the playground
      </button>
    </details>
  );
}

function Reply({ outcome }: { readonly outcome: Exchanged['outcome'] }) {
  if (outcome === 'kept-back') return <NoAdOnPurpose />;
  if (outcome === 'unknown-language') return <NoAdForUnknown />;
  if (outcome === undefined) return <p class="muted">Asking the exchange …</p>;
  if (outcome.kind === 'failed') return <Failure reason={outcome.reason} />;
  const answered = readAnswer(outcome.value);
  if (answered.kind === 'refused') {
    return <Failure reason={`${answered.field ?? 'The request'}: ${answered.reason}`} />;
  }
  if (answered.kind === 'no-bid' && answered.reason === 'sensitive') return <NoAdOnPurpose />;
  if (answered.kind === 'no-bid') return <NoAd reason={answered.reason} />;
  // Do not draw a sample: no partner bid.
  if (answered.sampleFor !== undefined) return <NoAd reason={answered.sampleFor} />;
  return <AdPreview ad={answered.ad} />;
}

/** Ruling 57: a sensitive message gets no ad. */
function NoAdOnPurpose() {
  return (
    <p class="no-ad">
      <strong>No ad, on purpose.</strong> The message is about a person in trouble (
      <code>sensitive</code>), so no partner was asked.
    </p>
  );
}

/** Ruling 66: what the kit cannot read gets no ad. */
function NoAdForUnknown() {
  return (
    <p class="no-ad">
      <strong>No ad, on purpose.</strong> The kit does not know the language of this message (
      <code>unknown-language</code>), so nothing was derived and no partner was asked.
    </p>
  );
}

function Told({ result }: { readonly result: TryResult }) {
  const requestId = headerOf(result.headers, 'x-request-id');
  const hasAuction = requestId !== undefined && result.status < 400;
  return (
    <>
      <details>
        <summary>
          Answer: {result.status} in {result.tookMs} ms
        </summary>
        {result.body === '' ? (
          <p class="muted">The body is empty.</p>
        ) : (
          <Code text={result.body} label="Answer" />
        )}
      </details>
      {hasAuction ? (
        <a href={`#/auctions/${encodeURIComponent(requestId)}`}>See the auction</a>
      ) : null}
    </>
  );
}

/** The signals read from the conversation, each with the words it was read from. */
function Chips({ signals }: { readonly signals: Signals }) {
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
