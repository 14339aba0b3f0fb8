import { type FunctionComponent, h } from 'preact';
import { useCallback, useState } from 'preact/hooks';
import type { SessionInfo } from './api.ts';
import { AuctionsPage } from './auctions/page.tsx';
import { Frame } from './frame.tsx';
import { Help, useShortcuts } from './keys.tsx';
import { LimitsPage } from './limits/page.tsx';
import { LivePage } from './live/page.tsx';
import { PAGES, type PageId } from './page-list.ts';
import { type PageProps, useRoute } from './router.ts';
import { Empty } from './ui/empty.tsx';
import { lazyPage } from './ui/lazy.tsx';

const PlaygroundPage = lazyPage(async () => (await import('./playground/page.tsx')).PlaygroundPage);
const ChatPage = lazyPage(async () => (await import('./chat/page.tsx')).ChatPage);
const CampaignsPage = lazyPage(async () => (await import('./campaigns/page.tsx')).CampaignsPage);
const PublishersPage = lazyPage(async () => (await import('./publishers/page.tsx')).PublishersPage);
const PartnersPage = lazyPage(async () => (await import('./partners/page.tsx')).PartnersPage);
const AdvertisersPage = lazyPage(
  async () => (await import('./advertisers/page.tsx')).AdvertisersPage,
);
const StatementsPage = lazyPage(async () => (await import('./statements/page.tsx')).StatementsPage);
const ReportsPage = lazyPage(async () => (await import('./reports/page.tsx')).ReportsPage);

type ShellProps = { readonly session: SessionInfo; readonly onLogout: () => void };

/** The console of an operator. */
export function Shell({ session, onLogout }: ShellProps) {
  const route = useRoute();
  const page = route.page === '' ? 'live' : route.page;
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const toggleHelp = useCallback(() => setIsHelpOpen((isOpen) => !isOpen), []);
  useShortcuts(toggleHelp);
  return (
    <>
      <Frame
        pages={PAGES}
        page={page}
        name="Parley"
        session={session}
        logoutPath="/logout"
        onLogout={onLogout}
        onHelp={toggleHelp}
      >
        <Page page={page} route={route} session={session} />
      </Frame>
      {isHelpOpen ? <Help onClose={toggleHelp} /> : null}
    </>
  );
}

/** A page that is in the list but not here is a compile error. */
const PAGE_VIEWS: Readonly<Record<PageId, FunctionComponent<PageProps>>> = {
  live: LivePage,
  auctions: AuctionsPage,
  playground: PlaygroundPage,
  chat: ChatPage,
  publishers: PublishersPage,
  partners: PartnersPage,
  advertisers: AdvertisersPage,
  campaigns: CampaignsPage,
  reports: ReportsPage,
  statements: StatementsPage,
  limits: LimitsPage,
};

function isPageId(page: string): page is PageId {
  return Object.hasOwn(PAGE_VIEWS, page);
}

function Page({ page, route, session }: PageProps & { readonly page: string }) {
  if (isPageId(page)) return h(PAGE_VIEWS[page], { route, session });
  return (
    <Empty title="There is no such page">
      <p>
        There is no page “{page}”. <a href="#/live">Go to Live</a>, or pick one from the menu.
      </p>
    </Empty>
  );
}
