import { AdPreview } from '../../../ui/ad-preview.tsx';
import { type Answered, headerOf, readAnswer } from '../../../ui/bid-answer.ts';
import { Code } from '../../../ui/code.tsx';
import { Note } from '../../../ui/empty.tsx';
import { usd } from '../../../ui/format.ts';
import { Pairs } from '../../../ui/pairs.tsx';
import { noBidWords } from '../../../ui/shell/words.ts';
import type { TryResult } from '../operations.ts';

/** The response: the ad as a reader sees it, then status, headers and body. */
export function Answer({ result }: { readonly result: TryResult }) {
  const { status, headers, body, tookMs } = result;
  const answered = readAnswer(result);
  const requestId = headerOf(headers, 'x-request-id');
  const hasAuction = answered.kind !== 'refused' && requestId !== undefined;
  return (
    <div class="answer">
      <p class="answer-line" role="status">
        <span class={`status ${statusKind(status)}`}>{status}</span> in {tookMs} ms
        {hasAuction ? (
          <a href={`#/auctions/${encodeURIComponent(requestId)}`}>See the auction</a>
        ) : null}
      </p>
      <Outcome answered={answered} />
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

function statusKind(status: number): string {
  if (status === 200) return 'good';
  return status === 204 ? 'warn' : 'bad';
}

function Outcome({ answered }: { readonly answered: Answered }) {
  switch (answered.kind) {
    case 'refused':
      return (
        <Note title={answered.field ?? 'Refused'} kind="bad">
          {answered.reason}
        </Note>
      );
    case 'no-bid':
      return <NoAd reason={answered.reason} />;
    case 'ad':
      return (
        <>
          {answered.sampleFor === undefined ? (
            <p class="muted">
              {answered.seat} won at a CPM of {usd(answered.price)}.
            </p>
          ) : (
            <>
              <NoAd reason={answered.sampleFor} />
              <p class="muted">Test mode always fills. This is a sample ad.</p>
            </>
          )}
          <div class="bubble assistant">
            <p class="muted">Your assistant’s answer, followed by the ad:</p>
            <AdPreview ad={answered.ad} />
          </div>
        </>
      );
  }
}

/** Explains why there is no ad, with a next step. */
export function NoAd({ reason }: { readonly reason: string | undefined }) {
  const { what, todo } = noBidWords(reason);
  return <Note title={`${what}${reason === undefined ? '' : ` (${reason})`}.`}>{todo}</Note>;
}
