import { noAdSentence } from '../../../../../kit/src/no-ad-sentence.ts';
import type { Signals } from '../../../../../kit/src/parley.ts';
import { AdPreview } from '../../../../ui/ad-preview.tsx';
import { headerOf, readAnswer } from '../../../../ui/bid-answer.ts';
import { Code } from '../../../../ui/code.tsx';
import { Failure } from '../../../../ui/empty.tsx';
import type { Outcome } from '../../../../ui/shell/client.ts';
import type { TryResult } from '../../operations.ts';
import { NoAd } from '../answer.tsx';
import { openInPlayground } from '../kept.ts';

export type Exchanged = {
  readonly number: number;
  readonly text: string;
  /** undefined until they are read. */
  readonly signals: Signals | undefined;
  /** undefined until it is made, and where none is sent. */
  readonly request: string | undefined;
  /** undefined while the exchange is asked; a word where it is not asked. */
  readonly outcome:
    | Outcome<TryResult>
    | 'kept-back'
    | 'unknown-language'
    | NonNullable<Signals['unwanted']>['reason']
    | undefined;
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
      <button type="button" onClick={() => openInPlayground(text)}>
        Open in the playground
      </button>
    </details>
  );
}

function Reply({ outcome }: { readonly outcome: Exchanged['outcome'] }) {
  if (outcome === 'kept-back') return <OnPurpose code="sensitive" />;
  if (typeof outcome === 'string') return <OnPurpose code={outcome} />;
  if (outcome === undefined) return <p class="muted">Asking the exchange …</p>;
  if (outcome.kind === 'failed') return <Failure reason={outcome.reason} />;
  const answered = readAnswer(outcome.value);
  if (answered.kind === 'refused') {
    return <Failure reason={`${answered.field ?? 'The request'}: ${answered.reason}`} />;
  }
  if (answered.kind === 'no-bid' && answered.reason === 'sensitive') {
    return <OnPurpose code={answered.reason} />;
  }
  if (answered.kind === 'no-bid') return <NoAd reason={answered.reason} />;
  // Do not draw a sample: no partner bid.
  if (answered.sampleFor !== undefined) return <NoAd reason={answered.sampleFor} />;
  return <AdPreview ad={answered.ad} />;
}

/** Rulings 57 and 66: a sensitive message gets no ad, nor does one that the kit cannot read, or that asks for none. */
function OnPurpose({ code }: { readonly code: string }) {
  const isOwn = code === 'sensitive' || code === 'unknown-language';
  return (
    <p class="no-ad">
      <strong>No ad, on purpose.</strong>{' '}
      {noAdSentence(isOwn ? { reason: code, detail: null } : { reason: 'unwanted', detail: code })}{' '}
      (<code>{code}</code>)
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
  const chip = (name: string, value: string | undefined, source: string) =>
    value === undefined ? [] : [{ name, value, words: sources[source] ?? [] }];
  const chips = [
    ...keywords.map((keyword) => ({ name: 'keyword', value: keyword, words: [keyword] })),
    ...chip('price', price === null ? undefined : priceWords(price), 'price'),
    ...chip('intent', intent === null ? undefined : named(intent.value), 'intent'),
    ...(intent?.signals ?? []).flatMap((signal) => chip('signal', named(signal), 'funnel')),
    ...chip('mood', sentiment?.value, 'sentiment'),
    ...chip('stage', funnel?.stage, 'funnel'),
    ...chip('language', language || undefined, 'language'),
  ];
  return (
    <ul class="chips" aria-label="Derived signals">
      {chips.map(({ name, value, words }) => (
        <li
          class={`chip ${name}`}
          title={
            words.length === 0 ? 'No word says otherwise' : `Because of “${words.join('”, “')}”`
          }
          key={`${name} ${value}`}
        >
          <span class="muted">{name}</span> {value}
        </li>
      ))}
    </ul>
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
