import type { Campaign, CampaignCreative } from '../../demand/campaigns/campaign-schema.ts';
import { CampaignFaults, checkCampaign } from '../../demand/campaigns/read-campaigns.ts';
import { traitsOf } from '../../demand/kinds.ts';
import type { Config } from '../../host/config/config.ts';
import type { Setup } from '../../host/config/setup.ts';
import type { Host } from '../../host/host.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import { campaignImport } from '../../store/campaign-import.ts';
import { type CampaignStore, createCampaignStore } from '../../store/campaign-store.ts';
import { coveredOf } from '../../store/covered-fields.ts';
import type { Importable } from '../../store/import.ts';
import { type RefusedChange, refusalOf } from '../../store/refused-change.ts';
import type { StoredCampaign } from '../../store/stored-campaign.ts';
import { servedChange } from './api/served-change.ts';
import { FILE_REVISION } from './campaign-document.ts';

export type CampaignPath = { readonly partner: string; readonly campaign: string };

type StorePartner = { readonly name: string; readonly needsApproval: boolean };

type StoreSources = Pick<Host, 'database' | 'work' | 'nowMs'>;

/** The partners whose campaigns are in the store. */
export const storePartners = ({ work }: Pick<Host, 'work'>) => partnersOf(work().setup.config);

/** The store of a partner. Throws while the database cannot be reached. undefined: its campaigns are not in it. */
function storeOf(host: StoreSources, partner: string): CampaignStore | undefined {
  const entry = storePartners(host).find(({ name }) => name === partner);
  const { database, nowMs } = host;
  return entry && createCampaignStore({ ...entry, database: database(), partner, nowMs });
}

/** A change is made in the database, then brought to this machine's workers, then answered. */
export async function changeCampaign(
  host: StoreSources & { readonly feed: Pick<Host['feed'], 'refresh'> },
  partner: string,
  make: (store: CampaignStore) => Promise<StoredCampaign | RefusedChange>,
): Promise<StoredCampaign | Refusal> {
  const store = storeOf(host, partner);
  if (store === undefined) return refuse.notFound(`no partner "${partner}" has a store`);
  const result = await servedChange(make(store), host.feed.refresh);
  if (!('kind' in result)) return result;
  if (result.kind === 'done') return result.stored;
  // Another machine has changed it: whoever looks again sees that change.
  if (result.kind === 'stale') await host.feed.refresh().catch(() => {});
  return refusalOf(result, 'campaign');
}

/** One of a file or of the store. */
export async function readCampaign(
  host: StoreSources,
  at: CampaignPath,
): Promise<StoredCampaign | undefined> {
  return fromFile(host.work().setup, at) ?? storeOf(host, at.partner)?.read(at.campaign);
}

/** All that are not deleted, from memory. */
export function storedCampaigns({ feed }: Pick<Host, 'feed'>): readonly StoredCampaign[] {
  if (!feed.isRead()) throw new Error('the campaigns of the store are not known yet');
  return [...feed.campaigns().values()].filter(({ state }) => state !== 'deleted');
}

function partnersOf({ partners }: Config): readonly StorePartner[] {
  return partners.flatMap((entry) => {
    const source = traitsOf(entry).campaigns;
    return source?.kind === 'store'
      ? { name: entry.name, needsApproval: source.needsApproval }
      : [];
  });
}

/** The campaigns of each store, for files. New ones are drafts. */
export function campaignImports(host: Host): readonly Importable[] {
  return storePartners(host).flatMap(({ name: partner }) => {
    const store = storeOf(host, partner);
    if (store === undefined) return [];
    const all = async () => storedCampaigns(host).filter((one) => one.partner === partner);
    return campaignImport({ partner, store, all, state: 'draft', settle: host.feed.refresh });
  });
}

/** A campaign of a file, which serves as it is. */
function fromFile({ campaigns, config }: Setup, at: CampaignPath): StoredCampaign | undefined {
  const campaign = campaigns.get(at.partner)?.find(({ id }) => id === at.campaign);
  const entry = config.partners.find(({ name }) => name === at.partner);
  const source = entry && traitsOf(entry).campaigns;
  if (campaign === undefined || source?.kind !== 'file') return undefined;
  const reviews = campaign.creatives.map(({ id }) => ({
    creative: id,
    state: 'approved' as const,
    reason: '',
  }));
  return {
    partner: at.partner,
    campaign,
    reviews,
    approved: coveredOf(campaign),
    state: 'active',
    changedBy: source.path,
    revision: FILE_REVISION,
    createdRevision: FILE_REVISION,
    createdMs: 0,
    changedMs: 0,
  };
}

/** The campaign, or all that is wrong with it. */
export function validCampaign(value: unknown): Campaign | Refusal {
  const checked = checkCampaign(value);
  return checked instanceof CampaignFaults ? refuse.notValid(fieldFaults(checked)) : checked;
}

/** Every fault, with the path of its field. */
export function fieldFaults({ faults }: Pick<CampaignFaults, 'faults'>) {
  return faults.map(({ path, reason }) => ({ field: path, reason }));
}

/** The campaign with another form of one of its creatives. The faults have paths from the creative on. */
export function withCreative(
  campaign: Campaign,
  creative: string,
  value: unknown,
): Campaign | Refusal {
  const index = campaign.creatives.findIndex(({ id }) => id === creative);
  if (index === -1) return refuse.notFound(`the campaign has no creative "${creative}"`);
  const creatives: readonly unknown[] = campaign.creatives.with(index, value as CampaignCreative);
  const checked = checkCampaign({ ...campaign, creatives });
  if (!(checked instanceof CampaignFaults)) {
    const id = checked.creatives[index]?.id ?? '';
    return id === creative ? checked : otherId(creative, id);
  }
  const before = `creatives[${index}]`;
  return refuse.notValid(
    fieldFaults(checked).map(({ field, reason }) => ({
      field: field.startsWith(before) ? field.slice(before.length).replace(/^\./, '') : field,
      reason,
    })),
  );
}

export function otherId(expected: string, got: string): Refusal {
  const reason = `expected "${expected}", which cannot change, but got "${got}"`;
  return refuse.notValid([{ field: 'id', reason }]);
}
