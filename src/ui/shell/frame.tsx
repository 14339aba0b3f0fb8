import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { SessionInfo } from '../../host/admin/answers.ts';
import { UTC } from '../../lib/time-zone.ts';
import { leaveBy } from '../leaving.tsx';
import { browserZone, storedZone, storeZone, Zone } from '../zone.tsx';
import { send } from './client.ts';
import type { MenuPage } from './page-list.ts';
import { applyTheme, NEXT_THEME, storedTheme } from './theme.ts';

/** Who uses the pages, and what they may do. */
export type SessionPerson = { readonly who: string; readonly may: string };

type FrameProps = {
  readonly pages: readonly MenuPage[];
  /** The id of the one that is open. */
  readonly page: string;
  /** What the page is about, where it is about one thing. */
  readonly thing: string;
  /** Above the menu and in the title of the browser's tab: of the exchange, or of the publisher whose pages they are. */
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
  const { pages, page, thing, name, session, logoutPath, onLogout, onHelp, person } = props;
  const main = useRef<HTMLElement>(null);
  const [zone, setZone] = useState(storedZone);
  const [theme, setTheme] = useState(storedTheme);
  // On a narrow screen it is closed at first.
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
  const nextZone = zone === UTC ? browserZone() : UTC;
  const changeZone = () => {
    storeZone(nextZone);
    setZone(nextZone);
  };
  const changeTheme = () => {
    applyTheme(NEXT_THEME[theme]);
    setTheme(NEXT_THEME[theme]);
  };
  return (
    <Zone.Provider value={zone}>
      <div class="shell">
        <button type="button" class="skip" onClick={() => main.current?.focus()}>
          Skip to the page
        </button>
        <header class="bar">
          <a class="brand" href={`#/${pages[0]?.id ?? ''}`}>
            {name}
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
            {groupsOf(pages).map(([group, lines]) => (
              <Lines group={group} lines={lines} page={page} key={group} />
            ))}
            <div class="menu-foot">
              {person === undefined ? null : (
                <p class="person">
                  <strong>{person.who}</strong> <span class="muted">{person.may}</span>
                </p>
              )}
              <button
                type="button"
                title={
                  nextZone === zone
                    ? 'This is also the time zone of this browser'
                    : `Change to ${nextZone}`
                }
                onClick={changeZone}
              >
                Times: {zone}
              </button>
              <button type="button" onClick={changeTheme}>
                Theme: {theme === 'auto' ? 'system' : theme}
              </button>
              {onHelp === undefined ? null : (
                <button type="button" onClick={onHelp}>
                  Help
                </button>
              )}
              {session.access === 'session' ? (
                <button type="button" onClick={() => leaveBy(logout)}>
                  Log out
                </button>
              ) : null}
            </div>
          </nav>
        </header>
        <main id="main" ref={main} tabIndex={-1}>
          {props.children}
        </main>
      </div>
    </Zone.Provider>
  );
}

/** Pages that no menu shows have no group where others have one. */
function groupsOf(pages: readonly MenuPage[]): readonly (readonly [string, readonly MenuPage[]])[] {
  const shown = pages.filter(({ group }) => group !== undefined);
  if (shown.length === 0) return [['', pages]];
  return [...Map.groupBy(shown, ({ group = '' }) => group)];
}

type LinesProps = Pick<FrameProps, 'page'> & {
  readonly group: string;
  readonly lines: readonly MenuPage[];
};

function Lines({ group, lines, page }: LinesProps) {
  return (
    <>
      {group === '' ? null : <p class="menu-group">{group}</p>}
      {lines.map(({ id, name, key, badge }) => (
        <a href={`#/${id}`} aria-current={id === page ? 'page' : undefined} key={id}>
          {name}
          {badge === undefined ? null : (
            <span class="badge menu-badge">
              {badge}
              <span class="hidden"> waiting</span>
            </span>
          )}
          {key === undefined ? null : (
            <span class="menu-key" aria-hidden="true">
              g {key}
            </span>
          )}
        </a>
      ))}
    </>
  );
}
