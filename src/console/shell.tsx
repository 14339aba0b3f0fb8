import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { SessionInfo } from './api.ts';
import { AuctionsPage } from './auctions/page.tsx';
import { CampaignsPage } from './campaigns/page.tsx';
import { ChatPage } from './chat/page.tsx';
import { post } from './client.ts';
import { Help } from './help.tsx';
import { LimitsPage } from './limits/page.tsx';
import { LivePage } from './live/page.tsx';
import { PAGES, type PageId } from './page-list.ts';
import { PartnersPage } from './partners/page.tsx';
import { PlaygroundPage } from './playground/page.tsx';
import { ReportsPage } from './reports/page.tsx';
import { type Route, useRoute } from './router.ts';
import { useShortcuts } from './shortcuts.ts';
import { applyTheme, nextTheme, storedTheme } from './theme.ts';
import { Empty } from './ui/empty.tsx';

type ShellProps = { readonly session: SessionInfo; readonly onLogout: () => void };

/** The frame around every page: the menu, the theme, the help. */
export function Shell({ session, onLogout }: ShellProps) {
  const route = useRoute();
  const page = route.page === '' ? 'live' : route.page;
  const main = useRef<HTMLElement>(null);
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

  const logout = async () => {
    await post('/logout', '');
    onLogout();
  };

  return (
    <div class="shell">
      <button type="button" class="skip" onClick={() => main.current?.focus()}>
        Skip to the page
      </button>
      <header class="bar">
        <a class="brand" href="#/live">
          Parley
        </a>
        <button
          type="button"
          class="menu-button"
          aria-expanded={isMenuOpen}
          aria-controls="menu"
          onClick={() => setIsMenuOpen(!isMenuOpen)}
        >
          Menu
        </button>
        <nav id="menu" aria-label="Pages" class={isMenuOpen ? 'menu open' : 'menu'}>
          {PAGES.map(({ id, name, key }) => (
            <a href={`#/${id}`} aria-current={id === page ? 'page' : undefined} key={id}>
              {name}
              <span class="menu-key" aria-hidden="true">
                g {key}
              </span>
            </a>
          ))}
          <div class="menu-foot">
            <ThemeButton />
            <button type="button" onClick={toggleHelp}>
              Help
            </button>
            {session.access === 'session' ? (
              <button type="button" onClick={logout}>
                Log out
              </button>
            ) : null}
          </div>
        </nav>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <Page page={page} route={route} session={session} />
      </main>
      {isHelpOpen ? <Help onClose={toggleHelp} /> : null}
    </div>
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
  playground: ({ session }) => <PlaygroundPage publicUrl={session.publicUrl} />,
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

const THEME_NAMES = { auto: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' } as const;

function ThemeButton() {
  const [theme, setTheme] = useState(storedTheme);
  const change = () => {
    const next = nextTheme(theme);
    applyTheme(next);
    setTheme(next);
  };
  return (
    <button type="button" onClick={change}>
      {THEME_NAMES[theme]}
    </button>
  );
}
