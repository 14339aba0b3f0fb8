/** One change to one place of a text. */
export type Edit = {
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
};

/** A change with where it is, for people and for reports. */
export type Mutant = Edit & {
  /** From the root of the project: `src/auction/award.ts` */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** `"<" → "<="` */
  readonly change: string;
  /** The source line, without the space around it. */
  readonly source: string;
};

export function applyEdit(text: string, { start, end, replacement }: Edit): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

const SHOWN_MAX = 60;

export function describeEdit(file: string, text: string, edit: Edit): Mutant {
  const before = text.slice(0, edit.start);
  const lineStart = before.lastIndexOf('\n') + 1;
  const lineEnd = text.indexOf('\n', edit.start);
  return {
    ...edit,
    file,
    line: before.split('\n').length,
    column: edit.start - lineStart + 1,
    change: `${shown(text.slice(edit.start, edit.end))} → ${shown(edit.replacement)}`,
    source: text.slice(lineStart, lineEnd === -1 ? undefined : lineEnd).trim(),
  };
}

/** On one line, quoted, long text shortened in the middle. */
function shown(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return 'nothing';
  const half = (SHOWN_MAX - 3) / 2;
  return `"${line.length > SHOWN_MAX ? `${line.slice(0, half)} … ${line.slice(-half)}` : line}"`;
}
