import { positionsIn, statedPosition } from '../../../ui/json-position.ts';
import type { CheckResult } from '../operations.ts';

/** A message about a line of the text. */
export type LineNote = {
  readonly line: number;
  readonly text: string;
  readonly kind: 'bad' | 'warn';
};

/** A note for each fault or warning, in their order. */
export function notesOf(text: string, result: CheckResult): readonly LineNote[] {
  const positionOf = positionsIn(text);
  if (result.valid) {
    return result.warnings.map(({ field, reason }) => ({
      line: (field === undefined ? undefined : positionOf(field)?.line) ?? 1,
      text: reason,
      kind: 'warn' as const,
    }));
  }
  return result.faults.map(({ details: { field, reason } }) => {
    const position = field === undefined ? statedPosition(reason) : positionOf(field);
    const note = reason.replace(/^line \d+, column \d+: /, '');
    return { line: position?.line ?? 1, text: note, kind: 'bad' as const };
  });
}

/** One note a line, because they are drawn over the text. */
function byLine(notes: readonly LineNote[]): readonly LineNote[] {
  const lines = new Map<number, LineNote>();
  for (const note of notes) {
    const before = lines.get(note.line);
    const text = before === undefined ? note.text : `${before.text}; ${note.text}`;
    lines.set(note.line, { ...note, text });
  }
  return [...lines.values()];
}

type EditorProps = {
  readonly text: string;
  readonly notes: readonly LineNote[];
  readonly onText: (text: string) => void;
  readonly onSend: () => void;
};

const EDITOR_ID = 'request-text';

/** Puts the cursor at the start of a line; the browser brings it into view. */
export function showLine(line: number): void {
  const area = document.getElementById(EDITOR_ID);
  if (!(area instanceof HTMLTextAreaElement)) return;
  const before = area.value.split('\n').slice(0, line - 1);
  const start = before.reduce((length, text) => length + text.length + 1, 0);
  area.focus();
  area.setSelectionRange(start, start);
  const frame = area.closest('.editor');
  const lineHeight = area.scrollHeight / area.value.split('\n').length;
  frame?.scrollTo({ top: (line - 1) * lineHeight - frame.clientHeight / 3 });
}

/** In rem, as in playground.css, because notes are drawn over their lines. */
const LINE_REM = 1.25;
const PADDING_REM = 0.5;

/** A text area with numbered lines and a message at each faulty line. */
export function Editor({ text, notes, onText, onSend }: EditorProps) {
  const lines = text.split('\n').length;
  const drawn = byLine(notes);
  const isMarked = (line: number) => drawn.find((note) => note.line === line)?.kind;

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSend();
  };

  return (
    <div class="editor">
      <div class="gutter" aria-hidden="true">
        {Array.from({ length: lines }, (_, index) => (
          <span key={index} class={isMarked(index + 1)}>
            {index + 1}
          </span>
        ))}
      </div>
      <div class="lines">
        {drawn.map(({ line, text: note, kind }) => (
          <div
            key={line}
            class={`line-note ${kind}`}
            style={{ top: `${PADDING_REM + (line - 1) * LINE_REM}rem` }}
            aria-hidden="true"
          >
            <span>{note}</span>
          </div>
        ))}
        <textarea
          id={EDITOR_ID}
          aria-label="Bid request"
          aria-describedby="check"
          aria-invalid={notes.some(({ kind }) => kind === 'bad')}
          spellcheck={false}
          autocomplete="off"
          wrap="off"
          rows={lines}
          value={text}
          onInput={(event) => onText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
      </div>
    </div>
  );
}
