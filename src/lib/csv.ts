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

/** A cell that begins with one of these is a formula. Spreadsheets take the wide and the small forms for the same. */
const SIGN = /[=+\-@＝＋－＠﹦﹢﹣﹫]/u;
/** Where a spreadsheet splits cells, by its locale. Quotes do not stop it: they count at the beginning of a cell only. */
const SEPARATOR = /[,;|\t\r\n]/;
/** What may stand between the beginning of a cell and its sign: white space, invisible characters and quotes. */
const BLANK = /[\s"\p{Cc}\p{Cf}\p{Zs}\u115f\u1160\u2800\u3164\uffa0]/u;

const AS_TEXT = "'";

/** Puts an apostrophe before each sign that could begin a cell: a spreadsheet then takes the cell for text. */
function withoutFormula(text: string): string {
  let safe = /^[\t\r\n]/.test(text) ? AS_TEXT : '';
  let isBeginning = true;
  for (const character of text) {
    if (isBeginning && SIGN.test(character)) safe += AS_TEXT;
    isBeginning = SEPARATOR.test(character) || (isBeginning && BLANK.test(character));
    safe += character;
  }
  return safe;
}
