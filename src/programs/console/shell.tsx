import { type FunctionComponent, h } from 'preact';
import { useCallback, useMemo, useState } from 'preact/hooks';
import type { SessionInfo } from '../../host/admin/answers.ts';
import { useWaiting } from '../../parts/campaigns/page/approvals/use-waiting.ts';
import { AuctionsPage } from '../../parts/insight/page/auctions/page.tsx';
import { LivePage } from '../../parts/insight/page/live/page.tsx';
import { lazyPage } from '../../ui/lazy.tsx';
import { Frame } from '../../ui/shell/frame.tsx';
import { Help, useShortcuts } from '../../ui/shell/keys.tsx';
import type { SessionPerson } from '../../ui/shell/menu.tsx';
import { type MenuPage, PAGES, type PageId } from '../../ui/shell/page-list.ts';
import { type PageProps, thingOf, useRoute } from '../../ui/shell/router.ts';
import { Unknown } from '../../ui/unknown.tsx';
import { ViewerRole } from '../../ui/viewer-role.ts';

const TryPage = lazyPage(
  async () => (await import('../../parts/playground/page/page.tsx')).TryPage,
);
const CampaignsPage = lazyPage(
  async () => (await import('../../parts/campaigns/page/page.tsx')).CampaignsPage,
);
const ApprovalsPage = lazyPage(
  async () => (await import('../../parts/campaigns/page/approvals/page.tsx')).ApprovalsPage,
);
const PublishersPage = lazyPage(
  async () => (await import('../../parts/accounts/page/publishers/page.tsx')).PublishersPage,
);
const PartnersPage = lazyPage(
  async () => (await import('../../parts/accounts/page/partners/page.tsx')).PartnersPage,
);
const AdvertisersPage = lazyPage(
  async () => (await import('../../parts/accounts/page/advertisers/page.tsx')).AdvertisersPage,
);
const BuyersPage = lazyPage(
  async () => (await import('../../parts/buyers/page/page.tsx')).BuyersPage,
);
const StatementsPage = lazyPage(
  async () => (await import('../../parts/statements/page/page.tsx')).StatementsPage,
);
const ReportsPage = lazyPage(
  async () => (await import('../../parts/reports/page/page.tsx')).ReportsPage,
);

/** No menu has it: lists lead to it. */
const FilesPage = lazyPage<PageProps>(
  async () => (await import('../../ui/files-page.tsx')).FilesPage,
);

type ShellProps = { readonly session: SessionInfo; readonly onLogout: () => void };

/** The console of an operator. */
export function Shell({ session, onLogout }: ShellProps) {
  const route = useRoute();
  const page = route.page === '' ? 'live' : route.page;
  const { creatives, accounts } = useWaiting();
  const pages = useMemo(() => withBadges(PAGES, { creatives, accounts }), [creatives, accounts]);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const toggleHelp = useCallback(() => setIsHelpOpen((isOpen) => !isOpen), []);
  useShortcuts(pages, toggleHelp);
  return (
    <>
      <Frame
        pages={pages}
        page={page}
        thing={thingOf(route)}
        name="Parley"
        session={session}
        logoutPath="/logout"
        onLogout={onLogout}
        onHelp={toggleHelp}
        person={personOf(session)}
      >
        <ViewerRole.Provider value={session.role}>
          <Page page={page} route={route} session={session} />
        </ViewerRole.Provider>
      </Frame>
      {isHelpOpen ? <Help pages={pages} onClose={toggleHelp} /> : null}
    </>
  );
}

/** How much waits for approval stands in the menu, at the page where it is decided. */
function withBadges(
  pages: readonly MenuPage[],
  { creatives, accounts }: ReturnType<typeof useWaiting>,
): readonly MenuPage[] {
  const badges: Readonly<Record<string, number>> = { approvals: creatives, buyers: accounts };
  return pages.map((page) => {
    const badge = badges[page.id];
    return badge ? { ...page, badge } : page;
  });
}

const ROLES: Readonly<Record<SessionInfo['role'], string>> = {
  admin: 'may change everything',
  ads: 'may change campaigns',
  read: 'may look',
};

/** Who has logged in, and what they may do. */
function personOf({ access, who, role }: SessionInfo): SessionPerson {
  if (access === 'local')
    return { who: 'Everybody', may: 'may change everything: no token is set' };
  return { who, may: ROLES[role] };
}

/** A page that is in the list but not here is a compile error. */
const PAGE_VIEWS: Readonly<Record<PageId, FunctionComponent<PageProps>>> = {
  live: LivePage,
  auctions: AuctionsPage,
  try: TryPage,
  publishers: PublishersPage,
  partners: PartnersPage,
  advertisers: AdvertisersPage,
  buyers: BuyersPage,
  campaigns: CampaignsPage,
  approvals: ApprovalsPage,
  reports: ReportsPage,
  statements: StatementsPage,
};

function isPageId(page: string): page is PageId {
  return Object.hasOwn(PAGE_VIEWS, page);
}

function Page({ page, route, session }: PageProps & { readonly page: string }) {
  if (isPageId(page)) return h(PAGE_VIEWS[page], { route, session });
  if (page === 'files') return <FilesPage route={route} session={session} />;
  return (
    <Unknown page={page}>
      <a href="#/live">Go to Live</a>, or pick one from the menu.
    </Unknown>
  );
}
