import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionInfo } from '../../host/admin/answers.ts';
import { leaveBy } from '../leaving.tsx';
import { storedZone, storeZone, Zone } from '../zone.tsx';
import { send } from './client.ts';
import { Menu, type SessionPerson } from './menu.tsx';
import type { MenuPage } from './page-list.ts';

type FrameProps = {
  readonly pages: readonly MenuPage[];
  /** The id of the one that is open. */
  readonly page: string;
  /** What the page is about, where it is about one thing. */
  readonly thing: string;
  /** Above the menu and in the title of the browser's tab. */
  readonly name: string;
  readonly session: SessionInfo;
  readonly logoutPath: string;
  readonly onLogout: () => void;
  /** Absent where there are no keys to explain. */
  readonly onHelp?: () => void;
  /** Absent while it is not known. */
  readonly person: SessionPerson | undefined;
  readonly children: ComponentChildren;
};

/** What is around every page: the menu and the time zone. */
export function Frame(props: FrameProps) {
  const { pages, page, thing, name, session, logoutPath, onLogout, onHelp, person, children } =
    props;
  const main = useRef<HTMLElement>(null);
  const [zone, setZone] = useState(storedZone);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  const isFirst = useRef(true);
  useEffect(() => {
    setIsMenuOpen(false);
    // Move the focus to a new page, but not on the first load.
    if (!isFirst.current) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [page, name]);
  useEffect(() => {
    const title = pages.find(({ id }) => id === page)?.name ?? 'Not found';
    document.title = [thing, title, name].filter((part) => part !== '').join(' · ');
  }, [page, thing, name]);

  const logout = async () => {
    await send(logoutPath, '');
    onLogout();
  };
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
          pages={pages}
          page={page}
          name={name}
          isOpen={isMenuOpen}
          onToggle={() => setIsMenuOpen(!isMenuOpen)}
          onHelp={onHelp}
          onZone={changeZone}
          person={person}
          onLogout={session.access === 'session' ? () => leaveBy(logout) : undefined}
        />
        <main id="main" ref={main} tabIndex={-1}>
          {children}
        </main>
      </div>
    </Zone.Provider>
  );
}
