import { h } from 'preact';
import { useCallback, useState } from 'preact/hooks';
import type { SessionInfo } from '../../host/admin/answers.ts';
import type { MACHINE_OPS } from '../../host/admin/machine-ops.ts';
import { callsOf } from '../../ui/calls.ts';
import { useDecided } from '../../ui/decided.ts';
import { lazyPage } from '../../ui/lazy.tsx';
import { Frame, type SessionPerson } from '../../ui/shell/frame.tsx';
import { Help, useShortcuts } from '../../ui/shell/keys.tsx';
import { knowPages, MENU_GROUPS, type MenuPage } from '../../ui/shell/page-list.ts';
import { type PageProps, thingOf, useRoute } from '../../ui/shell/router.ts';
import { Unknown } from '../../ui/unknown.tsx';
import { ViewerRole } from '../../ui/viewer-role.ts';
import { STANDARD_PAGES } from '../standard-pages.ts';

/** No menu has it: lists lead to it. */
const FilesPage = lazyPage<PageProps>(
  async () => (await import('../../ui/files-page.tsx')).FilesPage,
);

const { useAsked } = callsOf<typeof MACHINE_OPS>();

knowPages(STANDARD_PAGES);

const FIRST = STANDARD_PAGES[0]?.id ?? 'files';

const VIEWS = new Map(STANDARD_PAGES.map(({ id, load }) => [id, lazyPage(load)]));

type ShellProps = { readonly session: SessionInfo; readonly onLogout: () => void };

/** The console of an operator. */
export function Shell({ session, onLogout }: ShellProps) {
  const route = useRoute();
  const page = route.page === '' ? FIRST : route.page;
  const pages = usePages();
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

const WAITING_EVERY_MS = 30_000;

/** The menu, by its groups, and behind it what it does not show. What waits stands at the page where it is decided. */
function usePages(): readonly MenuPage[] {
  const { outcome, reload } = useAsked('GET /api/waiting', {}, WAITING_EVERY_MS);
  useDecided(reload);
  const waiting = outcome?.kind === 'ready' ? outcome.value : {};
  return [...MENU_GROUPS, undefined].flatMap((group) =>
    STANDARD_PAGES.filter((page) => page.group === group).map(({ id, ...page }): MenuPage => {
      const badge = waiting[id];
      return badge ? { id, ...page, badge } : { id, ...page };
    }),
  );
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

function Page({ page, route, session }: PageProps & { readonly page: string }) {
  const view = VIEWS.get(page);
  if (view !== undefined) return h(view, { route, session });
  if (page === 'files') return <FilesPage route={route} session={session} />;
  return <Unknown page={page}>Pick one from the menu.</Unknown>;
}
