import Type from 'typebox';
import { told } from '../../lib/op.ts';
import { refuse } from '../../lib/refusal.ts';
import { readHistory } from '../../store/history.ts';
import type { Host } from '../host.ts';
import { callAddresses } from '../http/buyer-calls.ts';
import { findAdvertiserKey } from '../machine/advertiser-key.ts';
import { EXPOSITION_TYPE } from '../observe/prometheus.ts';
import { op } from '../op.ts';
import { FEEDBACK_OPS } from './feedback.ts';
import { type LimitRow, limitsNow } from './limits.ts';
import { adminApiDocument } from './openapi.ts';

const TEXT = Type.String();

/** What every machine answers, whatever its parts. */
export const MACHINE_OPS = [
  op('GET /openapi.json', {
    role: 'read',
    summary: 'This document',
    answer: told<object>(),
    run: ({ host }) => adminApiDocument(host.ops),
  }),
  op('GET /status', {
    role: 'read',
    summary: 'The health of the machine: troubles, workers, partners, and what it depends on',
    answer: told<object>(),
    run: ({ host }) => statusOf(host),
  }),
  op('GET /metrics', {
    role: 'read',
    summary: 'Every series, for Prometheus',
    answer: TEXT,
    run: async ({ host }) =>
      new Response(await host.metrics.metrics(), { headers: { 'Content-Type': EXPOSITION_TYPE } }),
  }),
  op('GET /api/limits', {
    role: 'read',
    summary: 'Who is how near to a limit, the nearest first',
    answer: told<readonly LimitRow[]>(),
    run: ({ host }) => limitsNow(host),
  }),
  op('GET /api/waiting', {
    role: 'read',
    summary: 'How many things wait for somebody, by the page on which they are decided',
    answer: Type.Record(TEXT, Type.Integer()),
    run: ({ host: { offers } }) => ({
      campaigns: offers.waitingCreatives?.() ?? 0,
      buyers: offers.waitingAccounts?.().count ?? 0,
    }),
  }),
  // A secret that can charge a campaign, so more than the role `ads` is asked for.
  op('GET /api/advertisers/{partner}/{advertiser}/key', {
    role: 'admin',
    summary: 'The key with which the server of an advertiser tells of conversions',
    answer: Type.Object({ partner: TEXT, advertiser: TEXT, key: TEXT }),
    run({ host, parts: { partner, advertiser } }) {
      const found = findAdvertiserKey(host.work().setup.config, partner, advertiser);
      return 'reason' in found ? refuse.notFound(found.reason) : found;
    },
  }),
  ...FEEDBACK_OPS,
  op('GET /api/audit', {
    role: 'admin',
    summary: 'The audit log, the latest first',
    query: Type.Object({
      before: Type.Optional(Type.Integer({ description: 'Only changes before this revision.' })),
    }),
    answer: told<{ readonly rows: Awaited<ReturnType<typeof readHistory>> }>(),
    run: async ({ host, query }) => ({ rows: await readHistory(host.database().query, query) }),
  }),
] as const;

async function statusOf({
  pool,
  fleet,
  ledger,
  feed,
  work,
  publicUrl,
  offers,
}: Host): Promise<object> {
  const replies = await pool.ask('status');
  const statuses = replies.filter((reply) => reply !== undefined);
  return {
    /** Null: nobody looks for them. */
    troubles: offers.troubles?.() ?? null,
    workers: pool.pids(),
    // All workers share the breakers, so each reports the same state.
    partners: statuses[0]?.partners ?? [],
    redis: fleet.status() ?? null,
    ledger: ledger.health(),
    // Each worker has a journal, and most faults are the same for all.
    journalFaults: [...new Set(statuses.flatMap(({ journalFault }) => journalFault ?? []))],
    store: feed.status(),
    adcp: callAddresses(work().setup.config, publicUrl())[0] ?? null,
  };
}
