import Type from 'typebox';
import { op } from '../../host/op.ts';
import { recordOps } from '../../host/record-ops.ts';
import { jsonOf, reportText } from '../../ledger/report-text.ts';
import { DAY_MS } from '../../lib/day.ts';
import { searchOf } from '../../lib/op-address.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { makeSecret } from '../../store/account-secret.ts';
import { answerReport, csvHeaders, ReportAnswer, ReportQuery } from './report.ts';
import { CLIENT_COLUMNS, LINKS_MAX, LinkTerms, SAVED_REPORT, ShownKept } from './saved-report.ts';
import { sendNow, webhooksOf } from './send.ts';
import { SHARED_REPORT_PATH } from './shared-report.ts';

/** What was asked, sold and owed; and reports that people save, send to webhooks on schedule and share by links. */
export const REPORT_OPS = [
  op('GET /api/report', {
    role: 'read',
    summary: 'What was asked, sold, shown and owed',
    query: ReportQuery,
    answer: ReportAnswer,
    // One of a year takes longer than other readings.
    waitMsMax: 30_000,
    async run({ host, query: { format, ...asked } }) {
      const answer = await answerReport(host, searchOf(asked), host.nowMs());
      if (answer instanceof Refusal) return answer;
      const { report, question } = answer;
      if (format !== 'csv') return jsonOf(report);
      return new Response(reportText(report, 'csv'), { headers: csvHeaders(question) });
    },
  }),
  ...recordOps('/api/saved-reports', '{report}', SAVED_REPORT, { write: 'ads', shown: ShownKept }),
  op('GET /api/report-webhooks', {
    role: 'read',
    summary: 'The webhooks of the config that take reports',
    answer: Type.Array(Type.String()),
    run: ({ host }) => webhooksOf(host),
  }),
  op('POST /api/saved-reports/{report}/send', {
    role: 'ads',
    summary: 'Sends the report to a webhook now',
    body: Type.Object({ webhook: Type.String() }),
    run: ({ host, parts, body }) => sendNow(host, parts.report, body.webhook),
  }),
  op('POST /api/saved-reports/{report}/links', {
    role: 'ads',
    summary: 'Makes a link that shows the report without a login, and tells it once',
    body: LinkTerms,
    answer: Type.Object({ id: Type.String(), url: Type.String(), expiresMs: Type.Integer() }),
    async run({ host, parts, by, body, visit }) {
      const { days, columns = CLIENT_COLUMNS } = body;
      const { secret, kept } = makeSecret('report', host.nowMs(), by.who);
      const { id, madeMs } = kept;
      const expiresMs = madeMs + days * DAY_MS;
      const changed = await host.store.change(SAVED_REPORT, parts.report, {
        action: 'link',
        by,
        next({ kept: { links, sent } }) {
          const valid = links.filter((one) => one.expiresMs > madeMs);
          if (valid.length >= LINKS_MAX) {
            return refuse.notAllowed(`there are ${LINKS_MAX} links already: revoke one`);
          }
          return { kept: { sent, links: [...valid, { ...kept, columns, expiresMs }] } };
        },
      });
      if (changed instanceof Refusal) return changed;
      return { id, url: `${visit.baseUrl}${SHARED_REPORT_PATH}?link=${secret}`, expiresMs };
    },
  }),
  op('DELETE /api/saved-reports/{report}/links/{link}', {
    role: 'ads',
    summary: 'Revokes a link',
    async run({ host, parts, by }) {
      const changed = await host.store.change(SAVED_REPORT, parts.report, {
        action: 'revoke',
        by,
        next({ kept }) {
          const links = kept.links.filter(({ id }) => id !== parts.link);
          if (links.length < kept.links.length) return { kept: { ...kept, links } };
          return refuse.notFound(`there is no link "${parts.link}"`);
        },
      });
      return changed instanceof Refusal ? changed : undefined;
    },
  }),
] as const;
