/** The pages of a publisher in the order of the menu. */
export const PORTAL_PAGES = [
  { id: 'earnings', name: 'Earnings' },
  { id: 'requests', name: 'Requests' },
  { id: 'ads', name: 'Ads' },
  { id: 'settings', name: 'Settings' },
  { id: 'integration', name: 'Integration' },
  { id: 'statements', name: 'Statements' },
  { id: 'supply', name: 'ads.txt' },
] as const;

export type PortalPageId = (typeof PORTAL_PAGES)[number]['id'];
