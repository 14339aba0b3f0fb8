import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { SessionInfo } from './api.ts';
import { AuctionsPage } from './auctions/page.tsx';
import { ChatPage } from './chat/page.tsx';
import { Help } from './help.tsx';
import { LimitsPage } from './limits/page.tsx';
import { LivePage } from './live/page.tsx';
import { Menu } from './menu.tsx';
import { PAGES, type PageId } from './page-list.ts';
import { PartnersPage } from './partners/page.tsx';
import { PlaygroundPage } from './playground/page.tsx';
import { type Route, useRoute } from './router.ts';
import { useShortcuts } from './shortcuts.ts';
import { Empty } from './ui/empty.tsx';
import { lazyPage } from './ui/lazy-page.tsx';
import { storedZone, storeZone, Zone } from './ui/zone.ts';

const CampaignsPage = lazyPage(async () => (await import('./campaigns/page.tsx')).CampaignsPage);
const ReportsPage = lazyPage(async () => (await import('./reports/page.tsx')).ReportsPage);

type ShellProps = { readonly session: SessionInfo; readonly onLogout: () => void };

/** The frame around every page: the menu, the time zone, the help. */
export function Shell({ session, onLogout }: ShellProps) {
  const route = useRoute();
  const page = route.page === '' ? 'live' : route.page;
  const main = useRef<HTMLElement>(null);
  const [zone, setZone] = useState(storedZone);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const toggleHelp = useCallback(() => setIsHelpOpen((isOpen) => !isOpen), []);
  useShortcuts(toggleHelp);
  const isFirst = useRef(true);
  useEffect(() => {
    const name = PAGES.find(({ id }) => id === page)?.name ?? 'Not found';
    document.title = `${name} · Parley`;
    setIsMenuOpen(false);
    // Move the focus to a new page, but not on the first load.
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [page]);

  const changeZone = (next: string) => {
    storeZone(next);
    setZone(next);
  };
  return (
    <Zone.Provider value={zone}>
      <div class="shell">
        <button type="button" class="skip" onClick={() => main.current?.focus()}>
          Skip to the page
        </button>
        <Menu
          page={page}
          isOpen={isMenuOpen}
          onToggle={() => setIsMenuOpen(!isMenuOpen)}
          onHelp={toggleHelp}
          onZone={changeZone}
          {...(session.access === 'session' ? { onLogout } : {})}
        />
        <main id="main" ref={main} tabIndex={-1}>
          <Page page={page} route={route} session={session} />
        </main>
        {isHelpOpen ? <Help onClose={toggleHelp} /> : null}
      </div>
    </Zone.Provider>
  );
}

type PageProps = {
  readonly page: string;
  readonly route: Route;
  readonly session: SessionInfo;
};

/** A page that is in the list but not here is a compile error. */
const PAGE_VIEWS: Readonly<Record<PageId, (props: PageProps) => ComponentChildren>> = {
  live: () => <LivePage />,
  auctions: ({ route }) => <AuctionsPage route={route} />,
  playground: ({ route, session }) => (
    <PlaygroundPage publicUrl={session.publicUrl} route={route} />
  ),
  chat: () => <ChatPage />,
  partners: () => <PartnersPage />,
  campaigns: ({ route, session }) => <CampaignsPage route={route} session={session} />,
  reports: ({ route }) => <ReportsPage route={route} />,
  limits: () => <LimitsPage />,
};

function isPageId(page: string): page is PageId {
  return Object.hasOwn(PAGE_VIEWS, page);
}

function Page(props: PageProps) {
  const { page } = props;
  if (isPageId(page)) return PAGE_VIEWS[page](props);
  return (
    <Empty title="There is no such page">
      <p>
        There is no page “{page}”. <a href="#/live">Go to Live</a>, or pick one from the menu.
      </p>
    </Empty>
  );
}
