import type { Trouble } from '../../host/admin/answers.ts';
import type { WebhookConfig } from '../../host/config/config-schema.ts';
import type { PostWebhook } from '../../host/http/client/webhook-client.ts';
import type { WebhookResult } from '../../host/observe/series.ts';
import { queueWebhook } from '../../ledger/queue-webhook.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { repeat } from '../../lib/repeat.ts';
import type { Runtime } from '../../lib/runtime.ts';
import type { Database, Query } from '../../lib/sql/database.ts';
import { type Alert, type AlertState, alertOf, bodyOf, subjectOf, wants } from './alert-message.ts';
import { type SeenAlert, shareAlerts } from './open-alerts.ts';

type AlertParts = Pick<Runtime, 'nowMs' | 'log'> & {
  readonly troubles: () => readonly Trouble[];
  /** Those of the current config. */
  readonly webhooks: () => readonly DeepReadonly<WebhookConfig>[];
  /** undefined while it does not answer. */
  readonly database: () => Database | undefined;
  /** Posts at once, where the outbox cannot be used. */
  readonly post: PostWebhook;
  /** Names this machine to people, over its restarts. */
  readonly machine: string;
  readonly onResult: (result: WebhookResult) => void;
};

const ROUND_MS = 5000;
/** After so many rounds that failed, the outbox counts as out of use. */
const FAILURES_MIN = 3;
/** What is over earlier is not worth a message. */
const LASTS_MS_MIN = 30_000;
/** Of each machine, to each webhook. Each of these troubles also ends once. */
const BEGUN_PER_HOUR_MAX = 30;
/** From so many on only what is bad is told: many paused partners must not keep an outage from being told. */
const WARNED_PER_HOUR_MAX = 20;
const HOUR_MS = 3_600_000;
/** A webhook is tried so often for one trouble while there is no database. */
const DIRECT_TRIES_MAX = 5;
const DIRECT_TIMEOUT_MS = 5000;

/** Tells webhooks of troubles that begin and end. Without webhooks it does nothing. Returns the function that ends it. */
export function startAlerts(parts: AlertParts): () => Promise<void> {
  const round = createAlertRound(parts);
  return repeat(async () => {
    await round();
    return ROUND_MS;
  });
}

/** To be called again and again, one call after the other. */
export function createAlertRound(parts: AlertParts): () => Promise<void> {
  const { webhooks, database, nowMs } = parts;
  const lasting = createLasting(parts);
  const direct = createDirect(parts);
  const { tellBegan, tellEnded } = createTelling(parts);
  /** What webhooks know, as the database had it the last time. */
  let known: ReadonlySet<string> = new Set();
  let soundSinceMs: number | undefined;
  let failures = 0;

  return async () => {
    if (webhooks().length === 0) return;
    const seen = lasting(known);
    const open = database();
    soundSinceMs ??= nowMs();
    const toldBefore = direct.told();
    const round = { seen, toldBefore, tellBegan, tellEnded, soundSinceMs, nowMs: nowMs() };
    const shared = open && (await shareAlerts(open, round).catch(() => undefined));
    if (shared !== undefined) {
      failures = 0;
      known = shared;
      direct.forget();
      return;
    }
    soundSinceMs = undefined;
    failures++;
    // One failure, as of two machines that met, is repaired by the next round.
    if (open !== undefined && failures < FAILURES_MIN) return;
    await direct.tell(seen.filter(({ subject }) => !known.has(subject)));
  };
}

type Lasting = (known: ReadonlySet<string>) => readonly SeenAlert[];

/** The troubles that have lasted for long enough, or come back before they were told to have ended. */
function createLasting({ troubles, machine, nowMs }: AlertParts): Lasting {
  let since: ReadonlyMap<string, number> = new Map();
  return (known) => {
    const now = nowMs();
    const next = new Map<string, number>();
    const found: SeenAlert[] = [];
    for (const trouble of troubles()) {
      const subject = subjectOf(trouble, machine);
      const sinceMs = since.get(subject) ?? now;
      const alert = alertOf(trouble, sinceMs, machine);
      if (alert === undefined || next.has(subject)) continue;
      next.set(subject, sinceMs);
      if (known.has(subject) || now - sinceMs >= LASTS_MS_MIN) found.push({ subject, alert });
    }
    since = next;
    return found;
  };
}

/** Messages through the outbox, which retries them. */
function createTelling({ webhooks, machine, nowMs, log, onResult }: AlertParts) {
  /** When each webhook was told of a beginning, in the last hour. */
  const begun = new Map<string, readonly number[]>();

  function hasRoom(name: string, { kind }: Alert): boolean {
    const fromMs = nowMs() - HOUR_MS;
    const recent = (begun.get(name) ?? []).filter((atMs) => atMs > fromMs);
    const isWithin = recent.length < (kind === 'bad' ? BEGUN_PER_HOUR_MAX : WARNED_PER_HOUR_MAX);
    begun.set(name, isWithin ? [...recent, nowMs()] : recent);
    return isWithin;
  }

  async function queue(
    query: Query,
    { name, format }: DeepReadonly<WebhookConfig>,
    alert: Alert,
    state: AlertState,
  ): Promise<void> {
    const event = `${state}/${subjectOf(alert, alert.machine)}/${alert.since}`;
    const queued = await queueWebhook(query, { name, event, body: bodyOf(alert, state, format) });
    if (queued === 'full') holdBack(name, alert);
  }

  function holdBack(webhook: string, { id }: Alert): void {
    onResult('held_back');
    log.warn(
      { webhook, trouble: id, machine },
      'a webhook gets too many messages: one is left out',
    );
  }

  return {
    async tellBegan(query: Query, alert: Alert, except: readonly string[]) {
      const told: string[] = [];
      for (const webhook of webhooks()) {
        const { name } = webhook;
        if (!wants(webhook, alert) || except.includes(name)) continue;
        if (hasRoom(name, alert)) {
          await queue(query, webhook, alert, 'began');
          told.push(name);
        } else holdBack(name, alert);
      }
      return told;
    },
    async tellEnded(query: Query, alert: Alert, names: readonly string[]) {
      for (const webhook of webhooks()) {
        if (names.includes(webhook.name)) await queue(query, webhook, alert, 'ended');
      }
    },
  };
}

type DirectAlert = {
  readonly alert: Alert;
  readonly names: string[];
  readonly tries: Map<string, number>;
};

/** Messages without the outbox, tried a few times. Only beginnings: an end can wait for the database. */
function createDirect({ webhooks, post, onResult }: AlertParts) {
  const begun = new Map<string, DirectAlert>();

  async function tryOnce({ alert, names, tries }: DirectAlert): Promise<void> {
    const due = webhooks().filter(
      (webhook) =>
        wants(webhook, alert) &&
        !names.includes(webhook.name) &&
        (tries.get(webhook.name) ?? 0) < DIRECT_TRIES_MAX,
    );
    await Promise.all(
      due.map(async ({ name, format }) => {
        const count = (tries.get(name) ?? 0) + 1;
        tries.set(name, count);
        const reply = await post(name, bodyOf(alert, 'began', format), DIRECT_TIMEOUT_MS);
        const isTaken = 'status' in reply && reply.status >= 200 && reply.status < 300;
        if (isTaken) names.push(name);
        onResult(isTaken ? 'done' : count < DIRECT_TRIES_MAX ? 'failed' : 'given_up');
      }),
    );
  }

  return {
    /** Tells of those that it has not told of yet. */
    async tell(seen: readonly SeenAlert[]): Promise<void> {
      for (const { subject, alert } of seen) {
        if (begun.size >= BEGUN_PER_HOUR_MAX) break;
        if (!begun.has(subject)) begun.set(subject, { alert, names: [], tries: new Map() });
      }
      await Promise.all([...begun.values()].map(tryOnce));
    },
    told: (): ReadonlyMap<string, DirectAlert> =>
      new Map([...begun].filter(([, { names }]) => names.length > 0)),
    /** The database has them. */
    forget: () => begun.clear(),
  };
}
