import type {
  AdvertiserDocument,
  AdvertiserFigures,
  AdvertiserList,
  ShownAdvertiserState,
} from '../../../src/console/advertisers/api.ts';
import { EARLIER } from './records.ts';
import { json, type StubRoute } from './routes.ts';

const CONTACT = { name: 'Ana Ruiz', email: 'ana@kettleby.example' };

const KETTLEBY: AdvertiserDocument = {
  id: 'kettleby.example',
  isDescribed: true,
  state: 'active',
  revision: 4,
  createdAt: EARLIER,
  changedAt: EARLIER,
  changedBy: 'ana',
  definition: {
    domain: 'kettleby.example',
    name: 'Kettleby Coffee',
    categories: ['IAB8-18'],
    contact: CONTACT,
    notes: 'Pays on the 15th.',
  },
};

const DAY_MS = 86_400_000;

const FIGURES: AdvertiserFigures = {
  campaigns: [
    {
      partner: 'own',
      campaign: 'summer',
      state: 'selling',
      kind: 'good',
      sentence: 'selling',
      todayUsd: 12.4,
      recentUsd: 310.1,
    },
    {
      partner: 'own',
      campaign: 'winter',
      state: 'scheduled',
      kind: 'quiet',
      sentence: 'starts later',
      todayUsd: 0,
      recentUsd: 0,
    },
  ],
  campaignCount: 2,
  running: 1,
  waiting: [{ partner: 'own', campaign: 'winter', creative: 'card-1' }],
  waitingCount: 1,
  spend: {
    days: Array.from({ length: 30 }, (_, index) => ({
      day: new Date(Date.now() - (29 - index) * DAY_MS).toISOString().slice(0, 10),
      spendUsd: 8 + (index % 7),
    })),
    todayUsd: 12.4,
    recentUsd: 310.1,
    weekImpressions: 18_204,
  },
};

/** One advertiser that somebody has described, and one that campaigns name. */
export function createAdvertisers() {
  const states = new Map<string, ShownAdvertiserState>();
  const stateOf = (domain: string) => states.get(domain) ?? 'active';
  const documentOf = (domain: string): AdvertiserDocument => {
    const state = stateOf(domain);
    if (domain === KETTLEBY.id) return { ...KETTLEBY, state };
    const definition = { domain, name: domain };
    return { ...KETTLEBY, id: domain, state, isDescribed: false, revision: 0, definition };
  };
  const list = (): AdvertiserList => ({
    rows: [
      {
        domain: KETTLEBY.id,
        name: 'Kettleby Coffee',
        isDescribed: true,
        state: stateOf(KETTLEBY.id),
        campaigns: 2,
        running: 1,
        spend: { todayUsd: 12.4, recentUsd: 310.1 },
      },
      {
        domain: 'ridgeline.example',
        name: 'Ridgeline Running',
        isDescribed: false,
        state: 'blocked',
        campaigns: 1,
        running: 1,
        spend: null,
      },
    ],
    total: 2,
    page: 1,
    pages: 1,
  });
  const routes: readonly StubRoute[] = [
    ['GET /api/advertisers', () => json(list())],
    ['GET /api/advertisers/{domain}', ({ parts: [domain = ''] }) => json(documentOf(domain))],
    ['GET /api/advertisers/{domain}/figures', () => json(FIGURES)],
    ['GET /api/advertisers/{domain}/history', () => json({ rows: [] })],
    [
      'POST /api/advertisers/{domain}/state',
      ({ parts: [domain = ''], body }) => {
        states.set(domain, (body as { readonly state: ShownAdvertiserState }).state);
        return json(documentOf(domain));
      },
    ],
  ];
  return { routes };
}
