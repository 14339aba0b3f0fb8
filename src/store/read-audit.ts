import type { Difference } from '../lib/differences.ts';
import type { Query } from '../lib/sql/database.ts';

export type AuditRow = Readonly<Awaited<ReturnType<typeof readAudit>>[number]>;

export type AuditQuestion = {
  /** The key of a campaign or the name of a partner. undefined: all. */
  readonly subject: string | undefined;
  /** Only entries before this one. undefined: the latest. */
  readonly beforeId: number | undefined;
};

export const AUDIT_PAGE = 50;

/** The latest first. */
export async function readAudit(
  query: Query,
  { subject, beforeId = Number.MAX_SAFE_INTEGER }: AuditQuestion,
) {
  const filter = subject === undefined ? '' : 'and subject = $2';
  const rows = await query(
    `select id, at_ms, who, role, action, subject, changes from audit_log
     where id < cast($1 as bigint) ${filter} order by id desc limit ${AUDIT_PAGE}`,
    subject === undefined ? [beforeId] : [beforeId, subject],
  );
  return rows.map((row) => ({
    id: Number(row.id),
    atMs: Number(row.at_ms),
    who: String(row.who),
    role: String(row.role),
    action: String(row.action),
    subject: String(row.subject),
    changes: JSON.parse(String(row.changes)) as readonly Difference[],
  }));
}
