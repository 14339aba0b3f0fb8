import { type SaleEvent, spendNanos } from '../../core/sale/fact.ts';
import { KINDS, traitsOf } from '../../demand/kinds.ts';
import type { SendCall } from '../../ledger/call-partners.ts';
import { databaseLocationOf, journalFolderFault } from '../../ledger/data-folder.ts';
import { webhookNameOf } from '../../ledger/outbox.ts';
import { startLedger } from '../../ledger/start-ledger.ts';
import type { Closers } from '../../lib/closers.ts';
import type { Runtime } from '../../lib/runtime.ts';
import type { Config } from '../config/config.ts';
import { createNoticeClient } from '../http/client/notice-client.ts';
import { createWebhookClient } from '../http/client/webhook-client.ts';
import type { Totals } from '../observe/totals.ts';
import type { Offers } from '../offers.ts';
import type { MachineState } from './machine-state.ts';
import type { Slots } from './slots.ts';

type LedgerOpening = {
  readonly state: MachineState;
  readonly slots: Pick<Slots, 'isWriter'>;
  readonly totals: Totals;
  readonly offers: Offers;
  readonly closers: Closers;
  readonly knowsCampaigns: () => boolean;
};

/** The ledger of this machine's data folder. */
export async function openLedger(
  { state, slots, totals, offers, closers, knowsCampaigns }: LedgerOpening,
  { nowMs, log, end }: Pick<Runtime, 'nowMs' | 'log' | 'end'>,
) {
  const { config } = state.work.setup;
  const fault = journalFolderFault(config.dataDir);
  if (fault !== undefined) return fault;
  const knownPartners = () => state.work.partners.known();
  const ledger = await startLedger({
    location: databaseLocationOf(config),
    keepDays: config.ledger.keepDays,
    sampleDays: config.ledger.sampleDays,
    dataDir: config.dataDir,
    rates: () => state.work.setup.config.auction.rates,
    remotePartners: () => remotePartners({ partners: knownPartners() }),
    accountOf: state.work.campaigns.accountOf,
    knowsCampaigns,
    searchPartners: () => searchPartners({ partners: knownPartners() }),
    send: createOutgoingCalls({
      partners: knownPartners,
      webhooks: () => state.work.setup.config.alerts.webhooks,
      offers,
      nowMs,
    }),
    onWebhook(result, webhook) {
      // A buyer whose server is down is no trouble of the operator.
      totals.add(
        isOfPart(webhook) ? 'parley_adcp_messages_total' : 'parley_webhooks_total',
        [result],
        1,
      );
    },
    nowMs,
    log,
    end,
    // Nobody but our workers writes: we hold the folder. An orphan of a killed supervisor notices: journal.ts.
    isWriterAlive: slots.isWriter,
    onNewFacts: (events, charges) => countSpend(events, charges, totals),
    onCall: (result, count) => totals.add('parley_partner_calls_total', [result], count),
  });
  if (!('reason' in ledger)) closers.defer(ledger.close);
  return ledger;
}

/** The names of the partners whose campaigns are not in our config. */
export function remotePartners({ partners }: Pick<Config, 'partners'>): ReadonlySet<string> {
  return new Set(partners.filter(({ kind }) => KINDS[kind].isRemote).map(({ name }) => name));
}

/** Of those, the names of the partners whose offers are priced here. */
function searchPartners({ partners }: Pick<Config, 'partners'>): ReadonlySet<string> {
  return new Set(
    partners.flatMap((entry) => (traitsOf(entry).offerClickRate === undefined ? [] : entry.name)),
  );
}

type OutgoingParts = {
  readonly partners: Parameters<typeof createNoticeClient>[0];
  readonly webhooks: Parameters<typeof createWebhookClient>[0];
  readonly offers: Pick<Offers, 'postWebhook'>;
  readonly nowMs: () => number;
};

/** Makes the calls of the outbox: of the URLs of partners that are or were known, and of webhooks. */
export function createOutgoingCalls(parts: OutgoingParts): SendCall {
  const { offers } = parts;
  const sendNotice = createNoticeClient(parts.partners);
  const post = createWebhookClient(parts.webhooks, parts.nowMs);
  return (call, timeoutMs, recipient) => {
    const webhook = webhookNameOf(recipient);
    if (webhook === undefined) return sendNotice(call, timeoutMs, recipient);
    const body = call.body ?? '';
    if (!isOfPart(webhook)) return post(webhook, body, timeoutMs);
    return offers.postWebhook?.(webhook, body, timeoutMs) ?? NOBODYS;
  };
}

/** No webhook of the config has a slash in its name. */
const isOfPart = (webhook: string): boolean => webhook.includes('/');

/** The part that knows it has not started yet, or is left out. */
const NOBODYS = Promise.resolve({ failure: 'nobody here knows this webhook' });

/** What new facts mean for the metrics of money. */
function countSpend(
  events: readonly SaleEvent[],
  charges: readonly SaleEvent[],
  { add }: Totals,
): void {
  for (const { kind, sale, uncharged } of events) {
    const { partner, billsOn, isTest } = sale;
    if (isTest) continue;
    if (kind === billsOn) add('parley_billed_total', [partner], 1);
    if (uncharged !== undefined) add('parley_uncharged_total', [uncharged], 1);
  }
  for (const event of [...events, ...charges]) {
    const nanos = spendNanos(event);
    if (nanos > 0) add('parley_spend_usd_total', [event.sale.partner], nanos);
  }
}
