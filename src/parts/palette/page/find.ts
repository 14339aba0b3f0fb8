import { recordHref } from '../../../ui/record-paths.ts';
import { getJson } from '../../../ui/shell/client.ts';
import type { MenuPage } from '../../../ui/shell/page-list.ts';
import type { AdvertiserList, PublisherList } from '../../accounts/page/api.ts';
import type { CampaignList } from '../../campaigns/page/api.ts';
import { hrefOf as campaignHref } from '../../campaigns/page/paths.ts';

export type FoundThing = {
  readonly kind: keyof typeof LABELS;
  readonly name: string;
  readonly href: string;
};

export const LABELS = {
  page: 'page',
  campaign: 'campaign',
  advertiser: 'advertiser',
  publisher: 'publisher',
  request: 'find this request',
} as const;

/** Of each kind. More can be found on the page of the kind. */
const EACH_MAX = 6;
/** Ids of requests are no shorter, as far as they are useful. */
const ID_LENGTH_MIN = 4;

export function findPages(pages: readonly MenuPage[], text: string): readonly FoundThing[] {
  const wanted = text.toLowerCase();
  return pages
    .filter(({ name }) => name.toLowerCase().includes(wanted))
    .map(({ id, name }) => ({
      kind: 'page',
      name,
      href: `#/${id}`,
    }));
}

/** Campaigns, advertisers and publishers by a part of their name, and the search for a request by its id. */
export async function findThings(text: string): Promise<readonly FoundThing[]> {
  const query = `find=${encodeURIComponent(text)}`;
  const [campaigns, publishers, advertisers] = await Promise.all([
    getJson<CampaignList>(`/api/campaigns?${query}`),
    getJson<PublisherList>(`/api/publishers?${query}`),
    getJson<AdvertiserList>(`/api/advertisers?${query}`),
  ]);
  const found: FoundThing[] = [];
  if (campaigns.kind === 'ready') {
    for (const { partner, campaign } of campaigns.value.rows.slice(0, EACH_MAX)) {
      found.push({ kind: 'campaign', name: campaign, href: campaignHref(partner, campaign) });
    }
  }
  if (advertisers.kind === 'ready') {
    for (const { domain } of advertisers.value.rows.slice(0, EACH_MAX)) {
      found.push({
        kind: 'advertiser',
        name: domain,
        href: recordHref('advertisers', domain),
      });
    }
  }
  if (publishers.kind === 'ready') {
    for (const { id } of publishers.value.rows.slice(0, EACH_MAX)) {
      found.push({ kind: 'publisher', name: id, href: recordHref('publishers', id) });
    }
  }
  if (text.length >= ID_LENGTH_MIN) {
    found.push({ kind: 'request', name: text, href: `#/auctions?${query}` });
  }
  return found;
}
