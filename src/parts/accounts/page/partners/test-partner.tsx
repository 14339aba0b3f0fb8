import { useState } from 'preact/hooks';
import { Code } from '../../../../ui/code.tsx';
import { Failure } from '../../../../ui/empty.tsx';
import { ms, sentence, usd } from '../../../../ui/format.ts';
import { send } from '../../../../ui/shell/client.ts';
import { number, Rows } from '../../../../ui/table.tsx';
import { useAction } from '../../../../ui/use-action.ts';
import type { PartnerTest } from '../api.ts';

type TestPartnerProps = {
  readonly intro: string;
  readonly path: string;
  /** The entry that is tested, or nothing for one that is stored. */
  readonly body: string;
};

/** Sends a sample request, and shows what came of it. */
export function TestPartner({ intro, path, body }: TestPartnerProps) {
  const [result, setResult] = useState<PartnerTest>();
  const { isBusy, failure, run } = useAction();
  const test = () => {
    setResult(undefined);
    return run(send<PartnerTest>(path, body), setResult);
  };
  return (
    <section class="panel" aria-labelledby="test">
      <h2 id="test">Test</h2>
      <p class="muted">{intro}</p>
      <p class="actions">
        <button type="button" disabled={isBusy} onClick={test}>
          {isBusy ? 'Waiting for the answer …' : 'Send a sample request'}
        </button>
      </p>
      <Failure reason={failure} />
      {result === undefined ? null : <Result result={result} />}
    </section>
  );
}

function Result({ result }: { readonly result: PartnerTest }) {
  const { verdict, isGood, sent, answer, tookMs, bids } = result;
  return (
    <>
      <p role="status">
        <span class={`dot ${isGood ? 'good' : 'bad'}`} aria-hidden="true" />{' '}
        <strong>{sentence(verdict)}</strong> It took {ms(tookMs)}.
      </p>
      {bids.length === 0 ? null : (
        <Rows
          rows={bids}
          keyOf={(_, index) => index}
          caption="Bids"
          columns={{
            'CPM in USD': number(({ cpmUsd }: PartnerTest['bids'][number]) => usd(cpmUsd)),
            Seat: ({ seat }) => seat || '–',
            Advertiser: ({ domain }) => domain || '–',
            'In an auction': ({ fault }) => (
              <span class={fault === null ? 'good' : 'bad'}>
                {fault === null ? 'It would be accepted.' : sentence(fault)}
              </span>
            ),
          }}
        />
      )}
      <details>
        <summary>What was sent</summary>
        <p>
          <code>
            {sent.method} {sent.url}
          </code>
        </p>
        <Code text={linesOf(sent.headers)} label="Headers that were sent" />
        <Code text={sent.body} label="Body that was sent" />
      </details>
      {answer === null ? null : (
        <details open={!isGood}>
          <summary>What came back: status {answer.status}</summary>
          <Code text={linesOf(answer.headers)} label="Headers that came" />
          <Code text={answer.body} label="Body that came" />
          {answer.isCut ? <p class="muted">The body was longer: this is its beginning.</p> : null}
        </details>
      )}
    </>
  );
}

function linesOf(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
