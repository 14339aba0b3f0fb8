const joined = (...names: readonly string[]) => names.map(encodeURIComponent).join('/');

/** The page of a campaign. */
export const hrefOf = (partner: string, campaign: string) =>
  `#/campaigns/${joined(partner, campaign)}`;

/** Its address in the API. */
export const apiPath = (partner: string, campaign: string) =>
  `/api/campaigns/${joined(partner, campaign)}`;
