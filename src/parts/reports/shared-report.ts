import { DATABASE_MS_MAX, type OpenRoutes } from '../../host/admin/open-routes.ts';
import { csvOf } from '../../ledger/report-text.ts';
import { PAGE_POLICY } from '../../lib/html-page.ts';
import { inTime } from '../../lib/in-time.ts';
import { createMinuteCounts } from '../../lib/minute-counts.ts';
import { Refusal } from '../../lib/refusal.ts';
import { csvHeaders } from './report.ts';
import { openLink, type Reporting } from './send.ts';
import { refusedHtml, sharedHtml } from './shared-report-html.ts';

/** Below the pages of publishers, so that a proxy which passes on those passes on this. */
export const SHARED_REPORT_PATH = '/portal/report';

/** Views of one link in a minute: more than people make, and little for the database. */
const VIEWS_PER_MINUTE_MAX = 30;
const LINKS_COUNTED_MAX = 1000;

/** The same for each link that opens nothing, so that nobody learns which ones there were. */
const OPENS_NOTHING = 'This link opens nothing: it has expired, was revoked, or is not complete.';
const NOT_NOW = 'The report cannot be shown at the moment: try again in a minute.';
const TOO_OFTEN = 'This report was opened very often: wait a minute.';

const HTML = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': PAGE_POLICY,
  'X-Robots-Tag': 'noindex, nofollow',
};

/** One saved report, for whoever has its link: as a page, or with `format=csv` as a file. */
export function sharedReportRoutes(host: Reporting): OpenRoutes {
  const { nowMs } = host;
  const viewsOf = createMinuteCounts(nowMs, LINKS_COUNTED_MAX);

  async function show(
    { request, address }: { readonly request: Request; readonly address: string },
    countFailure: (address: string) => Promise<unknown>,
  ): Promise<Response> {
    const { searchParams } = new URL(request.url);
    const link = openLink(host, searchParams.get('link') ?? '');
    if (link === undefined) {
      await countFailure(address);
      return page(refusedHtml(OPENS_NOTHING), 404);
    }
    if (viewsOf(link.id).count > VIEWS_PER_MINUTE_MAX) return page(refusedHtml(TOO_OFTEN), 429);
    const answer = await link.run();
    if (answer instanceof Refusal) return notNow();
    const { report, question } = answer;
    if (searchParams.get('format') === 'csv') {
      return new Response(csvOf(report, link.columns), { headers: csvHeaders(question) });
    }
    const csvUrl = `${SHARED_REPORT_PATH}?${new URLSearchParams({ link: searchParams.get('link') ?? '', format: 'csv' })}`;
    return page(sharedHtml({ ...link, report, csvUrl, nowMs: nowMs() }), 200);
  }

  return {
    [`GET ${SHARED_REPORT_PATH}`]: {
      listeners: ['admin', 'portal'],
      async answer(visit, { attempts }) {
        const shown = inTime(show(visit, attempts.countFailure), DATABASE_MS_MAX, undefined);
        return (await shown.catch(() => undefined)) ?? notNow();
      },
    },
  };
}

/** The database does not answer. */
function notNow(): Response {
  return page(refusedHtml(NOT_NOW), 503);
}

function page(html: string, status: number): Response {
  return new Response(html, { status, headers: HTML });
}
