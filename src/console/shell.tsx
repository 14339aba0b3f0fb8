import { type FunctionComponent, h } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { SessionInfo } from './api.ts';
import { AuctionsPage } from './auctions/page.tsx';
import { Help, useShortcuts } from './keys.tsx';
import { LimitsPage } from './limits/page.tsx';
import { LivePage } from './live/page.tsx';
import { Menu } from './menu.tsx';
import { PAGES, type PageId } from './page-list.ts';
import { PartnersPage } from './partners/page.tsx';
import { PlaygroundPage } from './playground/page.tsx';
import { type PageProps, useRoute } from './router.ts';
import { Empty, Failure } from './ui/empty.tsx';
import { storedZone, storeZone, Zone } from './ui/zone.tsx';

const ChatPage = lazyPage(async () => (await import('./chat/page.tsx')).ChatPage);
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

/** A page that is in the list but not here is a compile error. */
const PAGE_VIEWS: Readonly<Record<PageId, FunctionComponent<PageProps>>> = {
  live: LivePage,
  auctions: AuctionsPage,
  playground: PlaygroundPage,
  chat: ChatPage,
  partners: PartnersPage,
  campaigns: CampaignsPage,
  reports: ReportsPage,
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

/** A page whose code is loaded when it is first opened, so that the console itself opens fast. */
function lazyPage<Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
): FunctionComponent<Props> {
  let loaded: FunctionComponent<Props> | undefined;
  return function LazyPage(props) {
    const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');
    const open = useCallback(async () => {
      setState('loading');
      loaded = await load().catch(() => undefined);
      setState(loaded === undefined ? 'failed' : 'ready');
    }, []);
    useEffect(() => {
      if (loaded === undefined) open();
    }, [open]);
    if (loaded !== undefined) return h(loaded, props);
    if (state === 'failed') return <Failure reason="This page could not be loaded." retry={open} />;
    return <p class="opening">Opening …</p>;
  };
}
