import { KINDS, traitsOf } from '../../demand/kinds.ts';
import { databaseLocationOf, journalFolderFault } from '../../ledger/data-folder.ts';
import { startLedger } from '../../ledger/start-ledger.ts';
import type { Closers } from '../../lib/closers.ts';
import type { Runtime } from '../../lib/runtime.ts';
import type { Config } from '../config/config.ts';
import type { Totals } from '../observe/totals.ts';
import type { Offers } from '../offers.ts';
import { countSpend } from './count-spend.ts';
import type { MachineState } from './machine-state.ts';
import { createOutgoingCalls, isOfPart } from './outgoing-calls.ts';
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
