/** The page of a campaign. */
export function hrefOf(partner: string, campaign: string): string {
  return `#/campaigns/${encodeURIComponent(partner)}/${encodeURIComponent(campaign)}`;
}

/** Its address in the API. */
export function apiPath(partner: string, campaign: string): string {
  return `/api/campaigns/${encodeURIComponent(partner)}/${encodeURIComponent(campaign)}`;
}

/** The address of one of its creatives in the API. */
export function creativePath(partner: string, campaign: string, creative: string): string {
  return `/api/creatives/${[partner, campaign, creative].map(encodeURIComponent).join('/')}`;
}
