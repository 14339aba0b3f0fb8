import { DAY_MS } from '../../lib/day.ts';
import { isSecretOf, keptHash, makeSecret } from '../../store/account-secret.ts';
import type { Author } from '../../store/write-store.ts';
import type { SavedReportsParts } from './saved-reports-parts.ts';
import { runView } from './send-report.ts';
import { linkDocument, noView } from './view-documents.ts';
import { ViewFault } from './view-fault.ts';
import { findLink, readLink, readView, recordChange, tooMany, type ViewLink } from './view-rows.ts';
import { CLIENT_COLUMNS, LinkSchema, readBody } from './view-schema.ts';

const LINKS_MAX = 500;

/** An expired link is shown as that for a while, then it goes. */
const EXPIRED_KEPT_MS = 30 * DAY_MS;

/** When a link was used last is stored once in so long. */
const USED_STEP_MS = 60_000;

/** Links for clients, who have no login. Their secrets are told once, and kept as hashes. */
export function createLinks({ database, report, nowMs }: SavedReportsParts) {
  return {
    async addLink(viewId: string, value: unknown, author: Author) {
      const read = readBody(LinkSchema, value);
      if (read instanceof ViewFault) return read;
      const { days, columns = CLIENT_COLUMNS } = read;
      const { secret, kept } = makeSecret('report', nowMs(), author.who);
      const { id, hash, madeMs, madeBy } = kept;
      const expiresMs = madeMs + days * DAY_MS;
      const link: ViewLink = { id, viewId, columns, madeBy, madeMs, expiresMs, usedMs: null };
      return database().transaction(async (query) => {
        if ((await readView(query, viewId)) === undefined) return noView(viewId);
        await query('delete from report_links where expires_ms < cast($1 as bigint)', [
          nowMs() - EXPIRED_KEPT_MS,
        ]);
        const full = await tooMany(query, 'report_links', LINKS_MAX, 'links');
        if (full !== undefined) return full;
        const after = { view: viewId, columns, expires: new Date(expiresMs).toISOString() };
        const change = { subject: `report-links/${id}`, author, nowMs: nowMs() };
        await recordChange(query, { ...change, action: 'create', after });
        await query(
          `insert into report_links (id, view_id, hash, columns, made_by, made_ms, expires_ms)
           values ($1, $2, $3, $4, $5, cast($6 as bigint), cast($7 as bigint))`,
          [id, viewId, hash, columns.join(','), madeBy, madeMs, expiresMs],
        );
        return { ...linkDocument(link, nowMs()), secret };
      });
    },
    /** From now on it opens nothing. */
    async revokeLink(id: string, author: Author) {
      return database().transaction(async (query) => {
        const link = await readLink(query, id);
        if (link === undefined) return new ViewFault('not-found', `there is no link "${id}"`);
        const before = { view: link.viewId, columns: link.columns };
        const change = { subject: `report-links/${id}`, author, nowMs: nowMs() };
        await recordChange(query, { ...change, action: 'revoke', before });
        await query('delete from report_links where id = $1', [id]);
        return {};
      });
    },
    /** What the link with this secret shows. undefined: it opens nothing, whatever the reason. */
    async openLink(secret: string) {
      if (!isSecretOf('report', secret)) return undefined;
      const { query } = database();
      const link = await findLink(query, keptHash(secret), nowMs());
      const view = link && (await readView(query, link.viewId));
      if (link === undefined || view === undefined) return undefined;
      const { id, columns, expiresMs, usedMs } = link;
      if (usedMs === null || nowMs() - usedMs >= USED_STEP_MS) {
        await query('update report_links set used_ms = cast($2 as bigint) where id = $1', [
          id,
          nowMs(),
        ]);
      }
      return { id, columns, expiresMs, name: view.name, run: () => runView(view, report, nowMs()) };
    },
  };
}
