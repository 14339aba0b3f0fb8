import Type from 'typebox';
import type { Host } from '../../host/host.ts';
import { quantileMs } from '../../host/observe/buckets.ts';
import type { Lately } from '../../host/observe/history.ts';
import { BREAKER_VALUES, type BreakerWord, OUTBID_REASONS } from '../../host/observe/series.ts';
import { reading } from '../../host/observe/totals.ts';
import { op } from '../../host/op.ts';
import { recordAnswer, recordOps, shownRecord } from '../../host/record-ops.ts';
import { told } from '../../lib/op.ts';
import { Refusal, refuse } from '../../lib/refusal.ts';
import { PARTNER, PartnerSchema, type StoredPartner } from '../../store/account-kinds.ts';
import { type PartnerTest, testPartner } from './partner-tests.ts';
import { unknownCurrency } from './publishers.ts';

const NO_SHOWN = Type.Object({});

const [LIST, CREATE, , REPLACE, REMOVE, , HISTORY] = recordOps(
  '/api/partners',
  '{partner}',
  PARTNER,
  { write: 'admin', shown: NO_SHOWN, check: unknownCurrency, figures: partnerFigures },
);

const STATES = ['active', 'paused'] as const;

export const PARTNER_OPS = [
  ...[LIST, CREATE, REPLACE, REMOVE, HISTORY],
  op('GET /api/partners/{partner}', {
    role: 'read',
    summary: 'One partner',
    answer: recordAnswer(PARTNER, NO_SHOWN),
    async run({ host, parts: { partner } }) {
      const stored = await host.store.read(PARTNER, partner);
      if (stored === undefined) return refuse.notFound(`there is no partner "${partner}"`);
      const isPausedHere =
        stored.source === 'config' && host.work().partners.pausedBy(partner) !== undefined;
      return shownPartner(isPausedHere ? { ...stored, state: 'paused' } : stored);
    },
  }),
  op('POST /api/partners/{partner}/state', {
    role: 'admin',
    summary: 'Starts or pauses it: one of the config until the next start',
    ifMatch: 'optional',
    body: Type.Object({ state: Type.Enum([...STATES]) }),
    answer: recordAnswer(PARTNER, NO_SHOWN),
    async run({ host, parts: { partner: id }, body: { state }, by }) {
      const ofConfig = host.records.get(PARTNER, id);
      const result =
        ofConfig?.source === 'config'
          ? pauseHere(host, ofConfig, state, by.who)
          : await host.store.change(PARTNER, id, { action: 'state', by, next: () => ({ state }) });
      if (result instanceof Refusal) return result;
      const words = state === 'paused' ? 'a partner was paused' : 'a partner was resumed';
      host.log.info({ partner: id, who: by.who }, words);
      return shownPartner(result);
    },
  }),
  op('POST /api/partners/test', {
    role: 'admin',
    summary: 'Sends a sample request to a partner that is not stored, and judges what it answers',
    body: PartnerSchema,
    answer: told<PartnerTest>(),
    async run({ host, body }) {
      const before = await host.store.read(PARTNER, body.name);
      const checked = PARTNER.complete?.(body, before, host.nowMs());
      if (checked instanceof Refusal) return checked;
      return testPartner(host, checked?.definition ?? body);
    },
  }),
  op('POST /api/partners/{partner}/test', {
    role: 'admin',
    summary: 'Sends a sample request to it, and judges what it answers',
    answer: told<PartnerTest>(),
    async run({ host, parts: { partner } }) {
      const stored = await host.store.read(PARTNER, partner);
      if (stored === undefined) return refuse.notFound(`there is no partner "${partner}"`);
      return testPartner(host, stored.definition);
    },
  }),
] as const;

const shownPartner = (stored: StoredPartner) => shownRecord(PARTNER, stored);

/** In the shared memory: every worker of this machine applies it at its next auction. */
function pauseHere(
  { work }: Pick<Host, 'work'>,
  partner: StoredPartner,
  state: (typeof STATES)[number],
  who: string,
): StoredPartner {
  work().partners.setPause(partner.id, state === 'paused' ? who : undefined);
  return { ...partner, state };
}

/** What the list has of partners beside the record. */
async function partnerFigures({ metrics, work }: Host, page: readonly StoredPartner[]) {
  const { partners, memory } = work();
  const lately = metrics.history.lately();
  const asked = metrics.history.asked();
  const rows = new Map(partners.served().map(({ entry, row }) => [entry.name, row]));
  return page.map(({ id, state }) => ({
    ...(lately === undefined ? NOTHING_COUNTED : countsOf(id, lately)),
    isPaused: rows.has(id) ? memory.pauses[rows.get(id) ?? 0] !== 0 : state === 'paused',
    /** Who paused it, or changed it last since. */
    pausedBy: partners.pausedBy(id) ?? null,
    /** How often it was asked in the last second. */
    qpsNow: Math.round(asked[id] ?? 0),
  }));
}

/** In the first second of a machine. */
const NOTHING_COUNTED: ReturnType<typeof countsOf> = {
  breaker: null,
  ...{ asked: 0, answered: 0, answeredWithBids: 0, timeouts: 0, bids: 0, wins: 0, outbid: 0 },
  ...{ skipped: [], drops: [], p50Ms: null, p95Ms: null, latencyByMinuteMs: [] },
};

/** Of the last 15 minutes. */
function countsOf(name: string, { now, since, byMinute, layout }: Lately) {
  const { count, byLast } = reading(since, layout);
  const answers = (answer: string) => count('parley_partner_answers_total', name, answer);
  const drops = byLast('parley_partner_drops_total', name);
  const outbid = drops.filter(({ reason }) => OUTBID_REASONS.includes(reason));
  const latencyCell = layout.cellOf('parley_partner_latency_seconds', name);
  const latency = (cells: typeof now, q: number) => quantileMs(cells, latencyCell, q) ?? null;
  return {
    breaker: breakerOf(reading(now, layout).count('parley_partner_breaker_state', name)),
    asked: count('parley_partner_asked_total', name),
    /** In time and readable, with or without bids. */
    answered: answers('bids') + answers('no_bid'),
    answeredWithBids: answers('bids'),
    timeouts: answers('timeout'),
    bids: count('parley_partner_bids_total', name),
    wins: count('parley_partner_wins_total', name),
    /** Bids that broke no rule. */
    outbid: outbid.reduce((sum, one) => sum + one.count, 0),
    skipped: byLast('parley_partner_skipped_total', name),
    /** By the names of OpenRTB's loss reasons. */
    drops: drops.filter((one) => !outbid.includes(one)),
    p50Ms: latency(since, 0.5),
    p95Ms: latency(since, 0.95),
    /** The median of each minute, the oldest first; null: nothing was asked. */
    latencyByMinuteMs: byMinute.map((cells) => latency(cells, 0.5)),
  };
}

/** A partner inside the process has no such value. */
function breakerOf(value: number): BreakerWord | null {
  const words = Object.keys(BREAKER_VALUES) as BreakerWord[];
  return words.find((word) => BREAKER_VALUES[word] === value) ?? null;
}
