import { useMemo } from 'preact/hooks';
import type { Outcome } from '../../../ui/shell/client.ts';
import type { CheckResult } from '../operations.ts';
import { positionsIn, statedPosition } from './json-position.ts';

type EditorProps = {
  readonly text: string;
  /** Undefined until the text is checked. */
  readonly check: Outcome<CheckResult> | undefined;
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
};

/** A fault or a warning, and its line. */
type LineNote = {
  readonly kind: 'bad' | 'warn';
  readonly what: string;
  readonly reason: string;
  readonly line: number;
};

function notesOf(text: string, result: CheckResult): readonly LineNote[] {
  const positionOf = positionsIn(text);
  const lineOf = (field: string | undefined, reason: string) =>
    (field === undefined ? statedPosition(reason) : positionOf(field))?.line ?? 1;
  if (result.valid) {
    return result.warnings.map(({ code, field, reason }) => {
      return { kind: 'warn', what: field ?? code, reason, line: lineOf(field, reason) };
    });
  }
  return result.faults.map(({ message, details: { field, reason } }) => {
    return { kind: 'bad', what: field ?? message, reason, line: lineOf(field, reason) };
  });
}

const EDITOR_ID = 'request-text';

/** A text area with numbered lines, those at fault marked, and below it what the endpoint would say. */
export function Editor({ text, check, onText, onSend }: EditorProps) {
  const result = check?.kind === 'ready' ? check.value : undefined;
  const notes = useMemo(() => (result === undefined ? [] : notesOf(text, result)), [text, result]);
  const marks = new Map(notes.map(({ line, kind }) => [line, kind]));
  const lines = text.split('\n');
  return (
    <>
      <div class="editor">
        <div class="gutter" aria-hidden="true">
          {lines.map((_, index) => (
            <span key={index} class={marks.get(index + 1)}>
              {index + 1}
            </span>
          ))}
        </div>
        <textarea
          id={EDITOR_ID}
          aria-label="Bid request"
          aria-describedby="check"
          aria-invalid={result?.valid === false}
          spellcheck={false}
          autocomplete="off"
          wrap="off"
          rows={lines.length}
          value={text}
          onInput={(event) => onText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend();
          }}
        />
      </div>
      <div id="check" class="check" role="status">
        {check === undefined ? (
          <p class="muted">Checking …</p>
        ) : check.kind === 'failed' ? (
          <p class="bad">{check.reason}</p>
        ) : (
          <Verdict result={check.value} notes={notes} />
        )}
      </div>
    </>
  );
}

type VerdictProps = { readonly result: CheckResult; readonly notes: readonly LineNote[] };

/** Each fault or warning with its line. The endpoint answers with the first fault alone. */
function Verdict({ result, notes }: VerdictProps) {
  const more = result.valid ? 0 : result.more;
  const count = notes.length + more;
  return (
    <>
      {result.valid ? (
        <p class="good">Valid, integration level {result.integrationLevel} of 4.</p>
      ) : count > 1 ? (
        <p class="bad">{count} faults; the endpoint answers with the first of them:</p>
      ) : null}
      <ol class="fault-list">
        {notes.map(({ kind, what, reason, line }, index) => (
          <li class={kind} key={`${index} ${what}`}>
            <strong>{what}</strong>: {reason}{' '}
            <button type="button" class="link" onClick={() => showLine(line)}>
              Show line {line}
            </button>
          </li>
        ))}
      </ol>
      {more > 0 ? <p class="bad">… and {more} more.</p> : null}
    </>
  );
}

/** Puts the cursor at the start of a line; the browser brings it into view. */
function showLine(line: number): void {
  const area = document.getElementById(EDITOR_ID);
  if (!(area instanceof HTMLTextAreaElement)) return;
  const lines = area.value.split('\n');
  const start = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  area.focus();
  area.setSelectionRange(start, start);
  const frame = area.closest('.editor');
  const top = ((line - 1) * area.scrollHeight) / lines.length;
  frame?.scrollTo({ top: top - frame.clientHeight / 3 });
}
