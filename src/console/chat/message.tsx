import type { TryResult } from '../api.ts';
import type { Outcome } from '../client.ts';
import { NoAd } from '../playground/answer.tsx';
import { handOver } from '../playground/request-text.ts';
import { goTo } from '../router.ts';
import { AdCard } from '../ui/ad-card.tsx';
import { headerOf, readAnswer } from '../ui/bid-answer.ts';
import { Code } from '../ui/code.tsx';
import { Failure } from '../ui/empty.tsx';
import type { Understood } from './derive.ts';

export type Exchanged = {
  readonly number: number;
  readonly text: string;
  readonly understood: Understood;
  readonly request: string;
  /** undefined while the request is in flight. */
  readonly outcome: Outcome<TryResult> | undefined;
};

/** One message, the signals derived from it, and the response. */
export function Message({ message }: { readonly message: Exchanged }) {
  const { text, understood, request, outcome } = message;
  return (
    <section class="exchange" aria-label={`Message ${message.number}`}>
      <p class="bubble person">{text}</p>
      <Chips understood={understood} />
      <div class="bubble assistant">
        <p class="muted">Your assistant’s answer appears here.</p>
        <Reply outcome={outcome} />
      </div>
      <div class="under-the-hood">
        <details>
          <summary>Request</summary>
          <Code text={request} label="Bid request" />
          <button
            type="button"
            onClick={() => {
              handOver(request);
              goTo('playground');
            }}
          >
            Open in the playground
          </button>
        </details>
        {outcome?.kind === 'ready' ? <Told result={outcome.value} /> : null}
      </div>
    </section>
  );
}

function Reply({ outcome }: { readonly outcome: Outcome<TryResult> | undefined }) {
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
  return <AdCard ad={answered.ad} />;
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

/** The derived signals, each with the words it was derived from. */
function Chips({ understood }: { readonly understood: Understood }) {
  const { keywords, price, intent, sentiment, funnel } = understood;
  return (
    <ul class="chips" aria-label="Derived signals">
      {keywords.map((keyword) => (
        <Chip
          key={keyword}
          name="keyword"
          value={keyword}
          because="words that are not stop words"
        />
      ))}
      {price === undefined ? null : (
        <Chip name="price" value={priceWords(price)} because={`“${price.because}”`} />
      )}
      <Chip name="intent" value={named(intent.value)} because={intent.because} />
      {intent.signals.map((signal) => (
        <Chip
          key={signal}
          name="signal"
          value={named(signal)}
          because="matching words in the message"
        />
      ))}
      <Chip name="mood" value={sentiment.value} because={sentiment.because} />
      <Chip name="stage" value={funnel.stage} because={funnel.because} />
    </ul>
  );
}

function Chip(props: { readonly name: string; readonly value: string; readonly because: string }) {
  return (
    <li class={`chip ${props.name}`} title={`Because of ${props.because}`}>
      <span class="muted">{props.name}</span> {props.value}
    </li>
  );
}

function named(slug: string): string {
  return slug.replaceAll('_', ' ');
}

function priceWords({ min, max, currency }: NonNullable<Understood['price']>): string {
  const amount = (value: number) => `${value.toLocaleString()} ${currency}`;
  if (min !== undefined && max !== undefined) return `${min.toLocaleString()} to ${amount(max)}`;
  return max === undefined ? `from ${amount(min ?? 0)}` : `up to ${amount(max)}`;
}
