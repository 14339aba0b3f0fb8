import { createHash } from 'node:crypto';
import { escapedHtml } from './text.ts';

/** Black on white where it is printed: A4, with the heads of tables on every page. */
const STYLE = `
:root { color-scheme: light dark; --ink: #14181f; --soft: #4d5665; --line: #d5dae2; --paper: #fff; --accent: #0b57b4; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ebf0; --soft: #a9b3c1; --line: #39424f; --paper: #12161c; --accent: #8dbbff; }
}
@page { size: A4; margin: 18mm 16mm 20mm; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 24px 16px; max-width: 1100px; background: var(--paper); color: var(--ink);
  font: 15px/1.5 system-ui, sans-serif; }
header { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: end; gap: 12px 32px; margin-bottom: 20px; }
h1 { font-size: 24px; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 16px; margin: 24px 0 8px; break-after: avoid; }
p { margin: 4px 0; }
a { color: var(--accent); }
.soft { color: var(--soft); }
.total { font-size: 22px; font-weight: 600; text-align: right; }
.button { display: inline-block; padding: 10px 16px; border: 1px solid currentColor; border-radius: 6px; text-decoration: none; }
.frame { overflow-x: auto; margin-bottom: 20px; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { padding: 6px 12px 6px 0; text-align: right; border-bottom: 1px solid var(--line); vertical-align: top; }
th.key, td.key { text-align: left; overflow-wrap: anywhere; min-width: 8em; }
thead th { border-bottom: 2px solid var(--line); }
thead th::first-letter { text-transform: uppercase; }
tfoot td, tfoot th { border-top: 2px solid var(--line); border-bottom: 0; font-weight: 600; }
small { display: block; color: var(--soft); font-size: 12px; font-weight: 400; white-space: nowrap; }
@media print {
  :root { --ink: #000; --soft: #444; --line: #bbb; --paper: #fff; }
  body { padding: 0; max-width: none; font-size: 10pt; } .button { display: none; } .frame { overflow: visible; }
}
`;

/** No script, and no style or picture but what is in the page: names in it come from anywhere. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** A page of its own that prints well, for nobody to find or pass on. The body is HTML. */
export function htmlPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<title>${escapedHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** A text, or one with more below it. */
export type HtmlCell = string | readonly string[];

type HtmlTable = {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly HtmlCell[])[];
  /** The last row. Its first cell is of all keys. */
  readonly total?: readonly HtmlCell[];
  /** How many columns have names; the others have figures. */
  readonly keys: number;
};

export function htmlTable({ label, heads, rows, total, keys }: HtmlTable): string {
  const kind = (index: number) => (index < keys ? ' class="key"' : '');
  const head = heads.map((text, at) =>
    text === '' ? '<td></td>' : `<th scope="col"${kind(at)}>${escapedHtml(text)}</th>`,
  );
  const body = rows.map(
    (row) => `<tr>${row.map((cell, at) => `<td${kind(at)}>${htmlCell(cell)}</td>`).join('')}</tr>`,
  );
  const [first = '', ...sums] = total ?? [];
  const foot =
    total === undefined
      ? ''
      : `<tfoot><tr><th scope="row" class="key" colspan="${keys}">${htmlCell(first)}</th>${sums.map((cell) => `<td>${htmlCell(cell)}</td>`).join('')}</tr></tfoot>`;
  return `<div class="frame" tabindex="0" role="region" aria-label="${escapedHtml(label)}">
<table>
<thead><tr>${head.join('')}</tr></thead>
<tbody>
${body.join('\n')}
</tbody>
${foot}
</table></div>`;
}

function htmlCell(cell: HtmlCell): string {
  const [text = '', ...more] = [cell].flat();
  return `${escapedHtml(text)}${more.map((one) => `<small>${escapedHtml(one)}</small>`).join('')}`;
}
