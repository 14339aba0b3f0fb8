import { useMemo, useState } from 'preact/hooks';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Empty, Failure } from '../../../ui/empty.tsx';
import { PublisherKeyField, usePublisherKey } from '../../../ui/publisher-key.tsx';
import type { PageProps } from '../../../ui/shell/router.ts';
import { useChecked } from '../../../ui/use-checked.ts';
import type { CheckResult } from '../operations.ts';
import { Answer } from './answer.tsx';
import { tryRequest } from './api.ts';
import { Check } from './check.tsx';
import { Editor, notesOf } from './editor.tsx';
import { EXAMPLES } from './examples.ts';
import { useLastAnswer, useRequestText, written } from './kept.ts';
import { linkTo, useSharedRequest } from './shared-request.ts';

/** An editor that validates a bid request on input, and the response beside it. */
export function PlaygroundPage({ route, session }: PageProps) {
  const [text, setText] = useRequestText();
  const [answer, setAnswer] = useLastAnswer();
  const sharedFault = useSharedRequest(route, setText);
  const [isBusy, setIsBusy] = useState(false);
  const [publisherKey, setPublisherKey] = usePublisherKey();
  const checked = useChecked<CheckResult>('/api/validate', text);
  const check = checked?.text === text ? checked.outcome : undefined;
  const notes = useMemo(
    () => (check?.kind === 'ready' ? notesOf(text, check.value) : []),
    [text, check],
  );

  const maySend = session.role !== 'read';
  const send = async () => {
    if (!maySend) return;
    setIsBusy(true);
    setAnswer(await tryRequest(text, publisherKey));
    setIsBusy(false);
  };

  return (
    <>
      <header class="page-head">
        <h1>Playground</h1>
        <p class="muted">Edit a bid request, send it, and read the response.</p>
      </header>
      <Failure reason={sharedFault} />
      <Examples onExample={setText} />
      <div class="playground">
        <section aria-label="Request">
          <Editor text={text} notes={notes} onText={setText} onSend={send} />
          <Check check={check} notes={notes} />
          <div class="actions">
            {maySend ? (
              <button type="button" class="primary" onClick={send} disabled={isBusy}>
                {isBusy ? 'Sending …' : 'Send'}
              </button>
            ) : null}
            <CopyButton
              text={curlCommand(session.publicUrl, text, publisherKey)}
              label="Copy as curl"
            />
            <CopyButton text={() => linkTo(text)} label="Copy link" />
            <PublisherKeyField value={publisherKey} onValue={setPublisherKey} />
          </div>
        </section>
        <section aria-label="Answer">
          {answer === null ? (
            <Empty title="No answer yet">
              {maySend ? (
                <p>Send the request to see the response and the ad here.</p>
              ) : (
                <p>Your role may look: it checks requests here, and sends none.</p>
              )}
            </Empty>
          ) : answer.kind === 'failed' ? (
            <Failure reason={answer.reason} retry={send} />
          ) : (
            <Answer result={answer.value} />
          )}
        </section>
      </div>
    </>
  );
}

function Examples({ onExample }: { readonly onExample: (text: string) => void }) {
  const [adds, setAdds] = useState('Each adds one thing to the one before.');
  return (
    <fieldset class="examples">
      <legend>Examples, by integration level</legend>
      {EXAMPLES.map((example) => (
        <button
          type="button"
          key={example.level}
          onClick={() => {
            onExample(written(example.request));
            setAdds(example.adds);
          }}
        >
          {example.level} · {example.name}
        </button>
      ))}
      <span class="muted" role="status">
        {adds}
      </span>
    </fieldset>
  );
}

/** A curl command for a shell. The key is empty where the publisher has none. */
function curlCommand(publicUrl: string, body: string, publisherKey: string): string {
  const parts = [
    `curl -i ${quoted(`${publicUrl}/openrtb2`)}`,
    "-H 'Content-Type: application/json'",
    ...(publisherKey === '' ? [] : [`-H ${quoted(`Authorization: Bearer ${publisherKey}`)}`]),
    `--data-binary ${quoted(body)}`,
  ];
  return parts.join(' \\\n  ');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
