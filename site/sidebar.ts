import { type Page, titleOf } from './pages.ts';

type Group = { readonly text: string; readonly paths: readonly string[] };

/** In the order in which people need them; pages that no group names come last. */
const GROUPS: readonly Group[] = [
  { text: 'Start', paths: ['index.md', 'console.md', 'config.md'] },
  {
    text: 'Integrate',
    paths: [
      'api.md',
      'integrate/chat.md',
      'integrate/chat-express-react.md',
      'integrate/signals.md',
      'integrate/prebid-js.md',
      'integrate/prebid-server.md',
      'integrate/ssp.md',
      'integrate/bidder.md',
      'integrate/advertiser.md',
      'integrate/ai-buyers.md',
      'http.md',
      'limits.md',
      'repairs.md',
      'notices.md',
      'deals.md',
      'rulings.md',
    ],
  },
  {
    text: 'Sell',
    paths: ['campaigns.md', 'estimate.md', 'admin-api.md', 'sensitive.md', 'privacy.md', 'geo.md'],
  },
  {
    text: 'Operate',
    paths: [
      'operations.md',
      'troubles.md',
      'publishers.md',
      'supply.md',
      'ledger.md',
      'statements.md',
      'scaling.md',
      'performance.md',
      'ops.md',
    ],
  },
  {
    text: 'Deploy',
    paths: [
      ...['executable', 'service', 'container', 'in-front', 'upgrade', 'backup'].map(
        (name) => `deploy/${name}.md`,
      ),
      'release.md',
    ],
  },
];

export type SidebarGroup = {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
};

export function sidebarOf(
  pages: readonly Pick<Page, 'path' | 'markdown'>[],
): readonly SidebarGroup[] {
  const titles = new Map(pages.map(({ path, markdown }) => [path, titleOf(markdown)]));
  const named = new Set(GROUPS.flatMap(({ paths }) => paths));
  const rest = [...titles.keys()].filter((path) => !named.has(path));
  return [...GROUPS, { text: 'Project', paths: rest }].map(({ text, paths }) => ({
    text,
    items: paths.flatMap((path) => {
      const title = titles.get(path);
      return title === undefined ? [] : [{ text: title, link: `/${path.replace(/\.md$/, '')}` }];
    }),
  }));
}
