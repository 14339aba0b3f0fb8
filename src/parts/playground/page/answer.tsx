import { noAdSentence } from '../../../../kit/src/asked.ts';
import { AdPreview } from '../../../ui/ad-preview.tsx';
import { Code } from '../../../ui/code.tsx';
import { Empty, Failure, Note } from '../../../ui/empty.tsx';
import { usd } from '../../../ui/format.ts';
import { PageLink } from '../../../ui/page-link.tsx';
import { Pairs } from '../../../ui/pairs.tsx';
import type { Outcome } from '../../../ui/shell/client.ts';
import { noBidWords } from '../../../ui/shell/words.ts';
import type { TryResult } from '../operations.ts';
import { type Answered, headerOf, readAnswer } from './bid-answer.ts';

/** What came back, or why the publisher's kit asks for nothing. */
export type Tried =
  | Outcome<TryResult>
  | { readonly kind: 'kept-back'; readonly reason: string; readonly detail: string | null };

export function Answer({ tried }: { readonly tried: Tried | null }) {
  if (tried === null) {
    return (
      <Empty title="No answer yet">
        <p>The response and the ad will be here.</p>
      </Empty>
    );
  }
  if (tried.kind === 'failed') return <Failure reason={tried.reason} />;
  // Rulings 57 and 66: a sensitive message gets no ad, nor does one that the kit cannot read, or that asks for none.
  if (tried.kind === 'kept-back') {
    return (
      <Note title="No ad, on purpose.">
        {noAdSentence(tried)} (<code>{tried.detail ?? tried.reason}</code>)
      </Note>
    );
  }
  return <Response result={tried.value} />;
}

const STATUS_KINDS: Readonly<Record<number, string>> = { 200: 'good', 204: 'warn' };

/** The ad as a reader sees it, then status, headers and body. */
function Response({ result }: { readonly result: TryResult }) {
  const { status, headers, body, tookMs } = result;
  const answered = readAnswer(result);
  const requestId = headerOf(headers, 'x-request-id');
  const hasAuction = answered.kind !== 'refused' && requestId !== undefined;
  return (
    <div class="answer">
      <p class="answer-line" role="status">
        <span class={`status ${STATUS_KINDS[status] ?? 'bad'}`}>{status}</span> in {tookMs} ms
        {hasAuction ? (
          <PageLink href={`#/auctions/${encodeURIComponent(requestId)}`}>See the auction</PageLink>
        ) : null}
      </p>
      <Answering answered={answered} />
      <details open={answered.kind === 'refused'}>
        <summary>Body</summary>
        {body === '' ? <p class="muted">It is empty.</p> : <Code text={body} label="Body" />}
      </details>
      <details>
        <summary>Headers</summary>
        <Pairs pairs={headers} />
      </details>
    </div>
  );
}

function Answering({ answered }: { readonly answered: Answered }) {
  if (answered.kind === 'refused') {
    return (
      <Note title={answered.field ?? 'Refused'} kind="bad">
        {answered.reason}
      </Note>
    );
  }
  if (answered.kind === 'no-bid') return <NoAd reason={answered.reason} />;
  const { sampleFor, seat, price, ad } = answered;
  return (
    <>
      {sampleFor === undefined ? null : <NoAd reason={sampleFor} />}
      <p class="muted">
        {sampleFor === undefined
          ? `${seat} won at a CPM of ${usd(price)}.`
          : 'Test mode always fills. This is a sample ad.'}
      </p>
      <div class="bubble assistant">
        <p class="muted">Your assistant’s answer, followed by the ad:</p>
        <AdPreview ad={ad} />
      </div>
    </>
  );
}

/** Explains why there is no ad, with a next step. */
function NoAd({ reason }: { readonly reason: string | undefined }) {
  const { what, todo } = noBidWords(reason);
  return <Note title={`${what}${reason === undefined ? '' : ` (${reason})`}.`}>{todo}</Note>;
}
