import type { Signals } from '../../../kit/src/parley.ts';
import type { TryResult } from '../api.ts';
import type { Outcome } from '../client.ts';
import { NoAd } from '../playground/answer.tsx';
import { handOver } from '../playground/request-text.ts';
import { goTo } from '../router.ts';
import { AdPreview } from '../ui/ad-preview.tsx';
import { headerOf, readAnswer } from '../ui/bid-answer.ts';
import { Code } from '../ui/code.tsx';
import { Failure } from '../ui/empty.tsx';
import { Chips } from './chips.tsx';

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
