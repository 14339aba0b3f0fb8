import { TIMES } from '../../core/sale/dimension-words.ts';
import { columnsOf, csvOf } from '../../ledger/report-text.ts';
import type { LedgerReport, SummedRow } from '../../ledger/report-types.ts';
import { htmlPage, htmlTable, PAGE_POLICY } from '../../lib/html-page.ts';
import { createMinuteCounts } from '../../lib/minute-counts.ts';
import { Refusal } from '../../lib/refusal.ts';
import { escapedHtml } from '../../lib/text.ts';
import { UTC, wallTime } from '../../lib/time-zone.ts';
import { beforeWords, cellWords, columnWords, keyWords } from './page/words.ts';
import { csvHeaders } from './report.ts';
import { openLink, type Reporting } from './send.ts';

/** Below the pages of publishers, so that a proxy which passes on those passes on this. */
export const SHARED_REPORT_PATH = '/portal/report';

/** Views of one link in a minute: more than people make, and little for the database. */
const VIEWS_PER_MINUTE_MAX = 30;
const LINKS_COUNTED_MAX = 1000;

/** The same for each link that opens nothing, so that nobody learns which ones there were. */
const OPENS_NOTHING = 'This link opens nothing: it has expired, was revoked, or is not complete.';
const NOT_NOW = 'The report cannot be shown at the moment: try again in a minute.';
const TOO_OFTEN = 'This report was opened very often: wait a minute.';

export type SharedReport = ReturnType<typeof createSharedReport>;

/** One saved report, for whoever has its link: as a page, or with `format=csv` as a file. */
export function createSharedReport(host: Reporting) {
  const viewsOf = createMinuteCounts(host.nowMs, LINKS_COUNTED_MAX);
  return async (
    { request, address }: { readonly request: Request; readonly address: string },
    countFailure: (address: string) => Promise<unknown>,
  ): Promise<Response> => {
    const { searchParams } = new URL(request.url);
    const secret = searchParams.get('link') ?? '';
    const link = openLink(host, secret);
    if (link === undefined) {
      await countFailure(address);
      return sentencePage(OPENS_NOTHING, 404);
    }
    if (viewsOf(link.id).count > VIEWS_PER_MINUTE_MAX) return sentencePage(TOO_OFTEN, 429);
    const answer = await link.run();
    if (answer instanceof Refusal) return notNow();
    const { report, question } = answer;
    if (searchParams.get('format') === 'csv') {
      return new Response(csvOf(report, link.columns), { headers: csvHeaders(question) });
    }
    const csvUrl = `${SHARED_REPORT_PATH}?${new URLSearchParams({ link: secret, format: 'csv' })}`;
    const body = bodyOf({ ...link, report, csvUrl, nowMs: host.nowMs() });
    return respond(htmlPage(link.name, body), 200);
  };
}

/** The database does not answer. */
export function notNow(): Response {
  return sentencePage(NOT_NOW, 503);
}

const sentencePage = (sentence: string, status: number): Response =>
  respond(htmlPage('Report', `<main><h1>${escapedHtml(sentence)}</h1></main>`), status);

function respond(html: string, status: number): Response {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': PAGE_POLICY,
    'X-Robots-Tag': 'noindex, nofollow',
  };
  return new Response(html, { status, headers });
}

/** More rows make the page slow. The file has all. */
const ROWS_SHOWN_MAX = 500;

type SharedPage = {
  readonly name: string;
  readonly columns: readonly string[];
  readonly expiresMs: number;
  readonly report: LedgerReport;
  readonly csvUrl: string;
  readonly nowMs: number;
};

function bodyOf(shared: SharedPage): string {
  const { name, report, csvUrl, expiresMs, nowMs } = shared;
  const { question, rows, isCut } = report;
  const { fromMs, toMs, zone = UTC, before, where = {} } = question;
  const time = (ms: number) => {
    const { date, clock } = wallTime(zone, ms);
    return `${date} ${clock.slice(0, 5)}`;
  };
  const notes = [
    Object.entries(where)
      .map(([key, value]) => `${columnWords(key).name}: ${keyWords(key, value, zone)}`)
      .join(', '),
    before === undefined ? '' : `Compared with ${time(before.fromMs)} to ${time(before.toMs)}`,
  ].filter((note) => note !== '');
  const shown = Math.min(rows.length, ROWS_SHOWN_MAX);
  const soft = (text: string) => `<p class="soft">${escapedHtml(text)}</p>`;
  return `<header>
<div><h1>${escapedHtml(name)}</h1>
<p>${escapedHtml(`${time(fromMs)} to ${time(Math.min(toMs, Math.max(fromMs, nowMs)))} (${zone})`)}</p>
${notes.map(soft).join('\n')}</div>
<a class="button" href="${escapedHtml(csvUrl)}" download>Download CSV</a>
</header>
<main>
${rows.length === 0 ? '<p>Nothing was recorded in this time.</p>' : tableOf(shared)}
${isCut || rows.length > shown ? soft(`The page shows ${shown} rows; the totals count all.`) : ''}
${soft(`This link works until ${time(expiresMs)}.`)}
</main>`;
}

function tableOf({ report, columns, name }: SharedPage): string {
  const { by, zone = UTC } = report.question;
  const figuresOf = (row: SummedRow) => {
    const values = columnsOf(row, report);
    return columns.map((column) => [
      cellWords(column, values[column]),
      ...(beforeWords(column, values) ?? []),
    ]);
  };
  return htmlTable({
    label: name,
    heads: [...(by.length === 0 ? [''] : by), ...columns].map((key) => columnWords(key).name),
    keys: Math.max(1, by.length),
    rows: (by.length === 0 ? [] : sorted(report, columns))
      .slice(0, ROWS_SHOWN_MAX)
      .map((row) => [
        ...row.keys.map((key, index) => keyWords(by[index] ?? '', key, zone)),
        ...figuresOf(row),
      ]),
    total: ['Total', ...figuresOf(report.totals)],
  });
}

/** The newest first where it is split by time, else the largest by the first column. */
function sorted(report: LedgerReport, columns: readonly string[]): readonly SummedRow[] {
  const times: readonly string[] = TIMES;
  const at = report.question.by.findIndex((name) => times.includes(name));
  const [first = ''] = columns;
  const rankOf = (row: SummedRow) =>
    at === -1 ? Number(columnsOf(row, report)[first] ?? 0) : Date.parse(row.keys[at] ?? '');
  return [...report.rows].sort((a, b) => rankOf(b) - rankOf(a));
}
