/**
 * A text as its reader means it: lower case, with the escapes of JSON and of URLs read. So the same words are found
 * however a program has written them.
 */
type FoldedText = {
  readonly text: string;
  /** Where each unit of it begins and ends in the text as it was. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
};

/** How many units of the text one unit of the folded one can come from. */
export const ESCAPE_UNITS_MAX = 6;

/** Bytes of ASCII by themselves, since one byte beside them that is no UTF-8 would keep them from being read. */
const ESCAPES = /\\u([0-9a-f]{4})|\\(["\\/bfnrt])|((?:%[0-7][0-9a-f])+|(?:%[89a-f][0-9a-f])+)/giy;
const CONTROLS: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

export function foldText(whole: string): FoldedText {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  for (let start = 0; start < whole.length; ) {
    const { meant, length } = readAt(whole, start);
    for (const unit of lowerCase(meant)) {
      text += unit;
      starts.push(start);
      ends.push(start + length);
    }
    start += length;
  }
  return { text, starts, ends };
}

/** A unit of the text, or what an escape that begins there stands for. */
function readAt(whole: string, start: number) {
  ESCAPES.lastIndex = start;
  const found = ESCAPES.exec(whole);
  const meant = found === null ? undefined : meaningOf(found);
  if (found === null || meant === undefined) return { meant: whole.charAt(start), length: 1 };
  return { meant, length: found[0].length };
}

/** undefined: bytes that are no UTF-8. */
function meaningOf([, unit, control, bytes]: RegExpExecArray): string | undefined {
  if (unit !== undefined) return String.fromCharCode(Number.parseInt(unit, 16));
  if (control !== undefined) return CONTROLS[control] ?? control;
  try {
    return decodeURIComponent(bytes ?? '');
  } catch {
    return undefined;
  }
}

/** By unit: a few letters become two in lower case, which would move what stands behind them. */
function lowerCase(text: string): readonly string[] {
  return Array.from({ length: text.length }, (_, at) => {
    const lower = text.charAt(at).toLowerCase();
    return lower.length === 1 ? lower : text.charAt(at);
  });
}
