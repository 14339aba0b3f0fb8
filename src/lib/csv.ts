/** Comma-separated values (RFC 4180) in which no spreadsheet sees a formula. Every line ends with CR and LF. */
export function csvText(lines: readonly (readonly CsvValue[])[]): string {
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** Null: an empty cell. An amount is a number as text, because it is exact; it may be negative. */
type CsvValue = string | number | null | { readonly amount: string };

function csvCell(value: CsvValue): string {
  if (typeof value === 'object') return value?.amount ?? '';
  if (typeof value === 'number') return String(value);
  const safe = withoutFormula(value);
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Where a spreadsheet splits cells, by its locale. Quotes do not stop it: they count at the beginning of a cell only. */
const SEPARATOR = /[,;|\t\r\n]/;
/** What may stand between the beginning of a cell and its sign: white space, invisible characters and quotes. */
const BLANK = /[\s"\p{Cc}\p{Cf}\p{Zs}\u115f\u1160\u2800\u3164\uffa0]/u;

const AS_TEXT = "'";

/**
 * A cell that begins with such a sign is a formula. Spreadsheets take the wide and the small forms for the same.
 * Apostrophes before it are the text's own, or one of them is ours.
 */
const FORMULA = /'*[=+\-@＝＋－＠﹦﹢﹣﹫]/uy;
const MARKED_FORMULA = /'+[=+\-@＝＋－＠﹦﹢﹣﹫]/uy;

/** Puts an apostrophe before each sign that could begin a cell: a spreadsheet then takes the cell for text. */
function withoutFormula(text: string): string {
  let safe = /^'*[\t\r\n]/.test(text) ? AS_TEXT : '';
  let end = 0;
  for (const index of beginnings(text, FORMULA)) {
    safe += text.slice(end, index) + AS_TEXT;
    end = index;
  }
  return safe + text.slice(end);
}

/** The text of before that. What a person typed without apostrophes stays as it is. */
function withFormula(safe: string): string {
  if (!safe.includes(AS_TEXT)) return safe;
  const marked = /^'+[\t\r\n]/.test(safe) ? safe.slice(AS_TEXT.length) : safe;
  let text = '';
  let end = 0;
  for (const index of beginnings(marked, MARKED_FORMULA)) {
    text += marked.slice(end, index);
    end = index + AS_TEXT.length;
  }
  return text + marked.slice(end);
}

/** Where a cell could begin with what the pattern matches. */
function* beginnings(text: string, pattern: RegExp): Generator<number> {
  let isBeginning = true;
  let index = 0;
  for (const character of text) {
    pattern.lastIndex = index;
    if (isBeginning && pattern.test(text)) yield index;
    isBeginning = SEPARATOR.test(character) || (isBeginning && BLANK.test(character));
    index += character.length;
  }
}

type CsvLine = { readonly line: number; readonly cells: readonly string[] };

type CsvFault = { readonly line: number; readonly reason: string };

/** What is between cells: programs write it by their locale, and the first line has it for sure. */
const DELIMITERS = [',', ';', '\t'] as const;

const BYTE_ORDER_MARK = '\ufeff';

/** The lines of such a text, also as other programs write it. Empty lines are left out. */
export function readCsv(text: string): readonly CsvLine[] | CsvFault {
  const start = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  const delimiter = delimiterOf(text.slice(start, text.search(/[\r\n]|$/)));
  const cell = new RegExp(
    `(?:"([^"]*(?:""[^"]*)*)"|((?!")[^${delimiter}\r\n]*))(${delimiter}|\r\n|\n|\r|$)`,
    'y',
  );
  const lines: CsvLine[] = [];
  let cells: string[] = [];
  let [line, firstLine] = [1, 1];
  cell.lastIndex = start;
  while (cell.lastIndex < text.length || cells.length > 0) {
    const found = cell.exec(text);
    if (found === null) {
      return { line, reason: 'expected a quote that ends the cell, then the next cell' };
    }
    const [whole, quoted, plain = '', end = ''] = found;
    cells.push(withFormula(quoted?.replaceAll('""', '"') ?? plain));
    if (quoted !== undefined || end !== delimiter) line += whole.split(/\r\n|\n|\r/).length - 1;
    if (end === delimiter) continue;
    if (cells.some((one) => one !== '')) lines.push({ line: firstLine, cells });
    cells = [];
    firstLine = line;
    if (end === '') break;
  }
  return lines;
}

function delimiterOf(firstLine: string): string {
  const countOf = (delimiter: string) => firstLine.split(delimiter).length;
  return DELIMITERS.reduce((best, one) => (countOf(one) > countOf(best) ? one : best));
}
