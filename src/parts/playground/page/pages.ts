import type { ConsolePage } from '../../../ui/shell/page-list.ts';

export const PLAYGROUND_PAGES: readonly ConsolePage[] = [
  {
    id: 'try',
    name: 'Try it',
    group: 'Exchange',
    key: 't',
    load: async () => (await import('./page.tsx')).TryPage,
  },
];
