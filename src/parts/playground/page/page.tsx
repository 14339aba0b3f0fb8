import { useEffect, useState } from 'preact/hooks';
import { callsOf } from '../../../ui/calls.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Failure } from '../../../ui/empty.tsx';
import { linkTo, unpackRequest } from '../../../ui/shared-request.ts';
import type { PageProps } from '../../../ui/shell/router.ts';
import { useChecked } from '../../../ui/use-checked.ts';
import type { CheckResult, PLAYGROUND_OPS } from '../operations.ts';
import { Answer, type Tried } from './answer.tsx';
import { Conversation } from './conversation.tsx';
import { Editor } from './editor.tsx';
import { EXAMPLES } from './examples.ts';
import { useKept } from './kept.ts';

const { call } = callsOf<typeof PLAYGROUND_OPS>();

const written = (request: unknown) => JSON.stringify(request, null, 2);

/** A conversation that writes bid requests, an editor that checks them as people type, and the answer beside it. */
export function TryPage({ route, session }: PageProps) {
  const [text, setText] = useKept<string>(
    'request',
    () => written(EXAMPLES[0]?.request),
    (stored) => (typeof stored === 'string' ? stored : undefined),
  );
  const [answer, setAnswer] = useKept<Tried | null>('answer', () => null);
  const [key, setKey] = useKept<string>('publisher-key', () => '');
  const publisherKey = key.trim();
  const [isBusy, setIsBusy] = useState(false);
  const sharedFault = useSharedRequest(route.parameters.get('request'), setText);
  const checked = useChecked<CheckResult>('/api/validate', text);
  const maySend = session.role !== 'read';

  const send = async (body: string) => {
    if (!maySend) return;
    setText(body);
    setIsBusy(true);
    const headers: Record<string, string> =
      publisherKey === '' ? {} : { 'X-Publisher-Key': publisherKey };
    setAnswer(await call('POST /api/try', { body }, headers));
    setIsBusy(false);
  };

  return (
    <>
      <header class="page-head">
        <h1>Try it</h1>
        <p class="muted">
          {maySend
            ? 'Write what a reader would, or edit the bid request yourself. The exchange answers.'
            : 'Edit a bid request, and see what the exchange would say of it. Your role sends none.'}
        </p>
      </header>
      <Failure reason={sharedFault} />
      <div class="playground">
        <section aria-label="Request">
          {maySend ? <Conversation isBusy={isBusy} onRequest={send} onAnswer={setAnswer} /> : null}
          <Examples onExample={setText} />
          <Editor
            text={text}
            check={checked?.text === text ? checked.outcome : undefined}
            onText={setText}
            onSend={() => send(text)}
          />
          <div class="actions">
            {maySend ? (
              <button type="button" class="primary" onClick={() => send(text)} disabled={isBusy}>
                {isBusy ? 'Sending …' : 'Send'}
              </button>
            ) : null}
            <CopyButton
              text={curlCommand(session.publicUrl, text, publisherKey)}
              label="Copy as curl"
            />
            <CopyButton text={() => linkTo(text)} label="Copy link" />
            <label>
              Publisher’s key{' '}
              <input
                class="small"
                type="password"
                autocomplete="off"
                value={key}
                placeholder="none"
                onInput={(event) => setKey(event.currentTarget.value)}
              />
            </label>
          </div>
        </section>
        <section aria-label="Answer">
          <Answer tried={answer} />
        </section>
      </div>
    </>
  );
}

/** Opens the request in the address, if there is one. Returns why it could not. */
function useSharedRequest(packed: string | null, open: (text: string) => void) {
  const [fault, setFault] = useState<string>();
  useEffect(() => {
    if (packed === null) return;
    unpackRequest(packed).then((text) => {
      const isRead = text !== undefined;
      setFault(isRead ? undefined : 'The link holds no complete request: copy it again.');
      if (isRead) open(text);
      // The editor has it now; a reload must not undo what is typed.
      history.replaceState(null, '', '#/try');
    });
  }, [packed]);
  return fault;
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
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const parts = [
    `curl -i ${quoted(`${publicUrl}/openrtb2`)}`,
    "-H 'Content-Type: application/json'",
    ...(publisherKey === '' ? [] : [`-H ${quoted(`Authorization: Bearer ${publisherKey}`)}`]),
    `--data-binary ${quoted(body)}`,
  ];
  return parts.join(' \\\n  ');
}
