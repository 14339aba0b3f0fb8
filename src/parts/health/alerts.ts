import type { WebhookConfig } from '../../host/config/config-schema.ts';
import type { PostWebhook } from '../../host/http/client/webhook-client.ts';
import type { WebhookResult } from '../../host/observe/series.ts';
import { TROUBLES, type Trouble } from '../../host/observe/troubles.ts';
import { queueWebhook } from '../../ledger/outbox.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import type { Runtime } from '../../lib/runtime.ts';
import { type Database, type Query, readClockMs } from '../../lib/sql/database.ts';
import { troubleSentence } from '../../lib/text.ts';

type Webhook = DeepReadonly<WebhookConfig>;

type AlertParts = Pick<Runtime, 'nowMs' | 'log'> & {
  readonly troubles: () => readonly Trouble[];
  /** Those of the current config. */
  readonly webhooks: () => readonly Webhook[];
  /** undefined while it does not answer. */
  readonly database: () => Database | undefined;
  /** Posts at once, where the outbox cannot be used. */
  readonly post: PostWebhook;
  /** Names this machine to people, over its restarts. */
  readonly machine: string;
  readonly onResult: (result: WebhookResult) => void;
};

/** A trouble that webhooks are told of, as it was when it began. */
type Alert = {
  readonly id: Trouble['id'];
  readonly kind: 'warn' | 'bad';
  readonly partner?: string;
  /** What is wrong, what that means and what to do. */
  readonly words: string;
  /** An ISO date. */
  readonly since: string;
  /** The machine that noticed it first. */
  readonly machine: string;
};

type SeenAlert = { readonly subject: string; readonly alert: Alert };

type AlertState = 'began' | 'ended';

/** What is over earlier is not worth a message. */
const LASTS_MS_MIN = 30_000;
/** A trouble is refreshed this often by those who see it, and over when nobody has for so long. */
const REFRESH_MS = 15_000;
const ENDED_AFTER_MS = 60_000;
/** More are not looked at: there are only so many kinds and partners. */
const OPEN_MAX = 1000;

/** Tells webhooks of troubles that begin and end. To be called again and again, one call after the other. */
export function createAlertRound(parts: AlertParts): () => Promise<void> {
  const { webhooks, database, machine, nowMs } = parts;
  const lasting = createLasting(parts);
  const messages = createMessages(parts);
  const tellOutage = createOutageTelling(parts);
  /** What webhooks know, as the database had it the last time. */
  let known: ReadonlySet<string> = new Set();
  /** Since when this machine has used the database without a failure. */
  let soundSinceMs: number | undefined;

  /**
   * The table `alerts` has a row for each trouble that webhooks know of, whoever told them. Whoever adds the row tells
   * that it began, and whoever deletes it tells that it ended: each in one transaction with the messages, so that all
   * machines together tell it once. A machine that died refreshes nothing, and its troubles end. Resolves to the
   * subjects that are open.
   */
  async function share(
    { query, transaction }: Pick<Database, 'query' | 'transaction'>,
    atMs: number,
    seen: readonly SeenAlert[],
    mayEnd: boolean,
  ): Promise<ReadonlySet<string>> {
    const open = await readOpen(query);
    const openSubjects = new Set(open.map(({ subject }) => subject));
    const seenSubjects = new Set(seen.map(({ subject }) => subject));
    // In one order on all machines, so that no two wait for each other.
    const begun = seen
      .filter(({ subject }) => !openSubjects.has(subject))
      .sort((a, b) => (a.subject < b.subject ? -1 : 1));
    const dated = open.filter(
      ({ subject, seenMs }) => seenSubjects.has(subject) && seenMs < atMs - REFRESH_MS,
    );
    const ended = open.filter(
      ({ subject, seenMs }) =>
        mayEnd && !seenSubjects.has(subject) && seenMs < atMs - ENDED_AFTER_MS,
    );
    for (const { subject } of ended) openSubjects.delete(subject);
    const opened = new Set([...openSubjects, ...seenSubjects]);
    if (begun.length + dated.length + ended.length === 0) return opened;
    await transaction(async (within) => {
      for (const { subject, alert } of begun) {
        const names = messages.whom(alert);
        // None: another machine has added it meanwhile.
        const added = await within(
          `insert into alerts (subject, seen_ms, told, alert) values ($1, $2, $3, $4)
           on conflict do nothing returning subject`,
          [subject, atMs, JSON.stringify(names), JSON.stringify(alert)],
        );
        if (added.length > 0) await messages.queue(within, alert, 'began', names);
      }
      for (const { subject } of dated) {
        await within('update alerts set seen_ms = $2 where subject = $1', [subject, atMs]);
      }
      for (const { subject, seenMs, told, alert } of ended) {
        // None: another machine has seen it meanwhile, or has removed it.
        const removed = await within(
          'delete from alerts where subject = $1 and seen_ms = $2 returning subject',
          [subject, seenMs],
        );
        if (removed.length > 0) await messages.queue(within, alert, 'ended', told);
      }
    });
    return opened;
  }

  return async () => {
    if (webhooks().length === 0) return;
    const seen = lasting(known);
    const open = database();
    const outage = seen.find(({ alert }) => alert.id === OUTAGE);
    await tellOutage(outage?.alert, open);
    if (open === undefined) {
      soundSinceMs = undefined;
      return;
    }
    soundSinceMs ??= nowMs();
    // After an outage of the database all rows are old: those who see their troubles get the time to say so.
    const mayEnd = nowMs() - soundSinceMs >= ENDED_AFTER_MS;
    const others = seen.filter((one) => one !== outage);
    try {
      known = await share(open, await readClockMs(open, nowMs()), others, mayEnd);
    } catch (error) {
      // As of two machines that met: the next round repairs it.
      parts.log.debug({ err: error, machine }, 'alerts are not shared');
      soundSinceMs = undefined;
    }
  };
}

/** The troubles that have lasted for long enough, or come back before they were told to have ended. */
function createLasting({ troubles, machine, nowMs }: AlertParts) {
  let since: ReadonlyMap<string, number> = new Map();
  return (known: ReadonlySet<string>): readonly SeenAlert[] => {
    const now = nowMs();
    const next = new Map<string, number>();
    const found: SeenAlert[] = [];
    for (const { id, partner, kind, what, effect, advice } of troubles()) {
      const about = partner === undefined ? id : `${id}/${partner}`;
      const subject = TROUBLES[id].scope === 'fleet' ? about : `${about}@${machine}`;
      if (kind === 'over' || next.has(subject)) continue;
      const sinceMs = since.get(subject) ?? now;
      next.set(subject, sinceMs);
      if (!known.has(subject) && now - sinceMs < LASTS_MS_MIN) continue;
      const words = `${troubleSentence(what, partner)} ${effect} ${advice}`;
      const alert = { id, kind, words, since: new Date(sinceMs).toISOString(), machine };
      found.push({ subject, alert: partner === undefined ? alert : { ...alert, partner } });
    }
    since = next;
    return found;
  };
}

async function readOpen(query: Query) {
  const rows = await query(
    `select subject, seen_ms, told, alert from alerts order by subject limit ${OPEN_MAX}`,
  );
  return rows.map((row) => ({
    subject: String(row.subject),
    seenMs: Number(row.seen_ms),
    told: JSON.parse(String(row.told)) as readonly string[],
    alert: JSON.parse(String(row.alert)) as Alert,
  }));
}

/** Of each machine, to each webhook. Each of these troubles also ends once. */
const BEGUN_PER_HOUR_MAX = 30;
const HOUR_MS = 3_600_000;

/** Messages through the outbox, which retries them. */
function createMessages({ webhooks, machine, nowMs, log, onResult }: AlertParts) {
  /** When each webhook was told of a beginning, in the last hour. */
  const begun = new Map<string, readonly number[]>();

  function holdBack(webhook: string, { id }: Alert): void {
    onResult('held_back');
    log.warn(
      { webhook, trouble: id, machine },
      'a webhook gets too many messages: one is left out',
    );
  }

  return {
    /** Those who want to know of a trouble that begins, and have room for it. */
    whom(alert: Alert): readonly string[] {
      const fromMs = nowMs() - HOUR_MS;
      return wantedBy(webhooks(), alert).flatMap(({ name }) => {
        const recent = (begun.get(name) ?? []).filter((atMs) => atMs > fromMs);
        const hasRoom = recent.length < BEGUN_PER_HOUR_MAX;
        begun.set(name, hasRoom ? [...recent, nowMs()] : recent);
        if (!hasRoom) holdBack(name, alert);
        return hasRoom ? name : [];
      });
    },
    async queue(query: Query, alert: Alert, state: AlertState, names: readonly string[]) {
      for (const { name, format } of webhooks().filter((one) => names.includes(one.name))) {
        const { id, partner = '', since } = alert;
        const event = `${state}/${id}/${partner}@${alert.machine}/${since}`;
        const body = bodyOf(alert, state, format);
        if ((await queueWebhook(query, { name, event, body })) === 'full') holdBack(name, alert);
      }
    },
  };
}

const wantedBy = (webhooks: readonly Webhook[], { id }: Alert) =>
  webhooks.filter(({ only }) => only === undefined || only.includes(id));

/** The trouble that the database itself cannot have a row for. Other troubles wait until it is back. */
const OUTAGE = 'database-down';
const TRIES_MAX = 5;
const DIRECT_TIMEOUT_MS = 5000;

/** Tells of an outage of the database without the outbox, a few times; and of its end when the database is back. */
function createOutageTelling(parts: AlertParts) {
  const { webhooks, post, nowMs, onResult } = parts;
  const { queue } = createMessages(parts);
  let open:
    | { readonly alert: Alert; readonly told: string[]; tries: number; seenMs: number }
    | undefined;

  return async (alert: Alert | undefined, database: Database | undefined): Promise<void> => {
    if (alert !== undefined) {
      open ??= { alert, told: [], tries: 0, seenMs: nowMs() };
      open.seenMs = nowMs();
      if (++open.tries > TRIES_MAX) return;
      const { told, tries } = open;
      const due = wantedBy(webhooks(), alert).filter(({ name }) => !told.includes(name));
      await Promise.all(
        due.map(async ({ name, format }) => {
          const reply = await post(name, bodyOf(alert, 'began', format), DIRECT_TIMEOUT_MS);
          const isTaken = 'status' in reply && reply.status >= 200 && reply.status < 300;
          if (isTaken) told.push(name);
          onResult(isTaken ? 'done' : tries < TRIES_MAX ? 'failed' : 'given_up');
        }),
      );
    } else if (open && database && nowMs() - open.seenMs >= ENDED_AFTER_MS) {
      const { alert: ended, told } = open;
      await database
        .transaction((query) => queue(query, ended, 'ended', told))
        .then(
          () => {
            open = undefined;
          },
          // Told with the next round.
          () => {},
        );
    }
  };
}

function bodyOf(alert: Alert, state: AlertState, format: WebhookConfig['format']): string {
  if (format === 'json') return JSON.stringify({ ...alert, state });
  const { words, since, machine } = alert;
  const mark = state === 'began' ? 'Parley' : 'Parley, over';
  const time = since.slice(0, 16).replace('T', ' ');
  const text = `${mark}: ${words} (since ${time} UTC, ${machine})`;
  // Slack takes these for links and mentions.
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return JSON.stringify({ text: escaped });
}
