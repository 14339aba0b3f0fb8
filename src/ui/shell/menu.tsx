import { useState } from 'preact/hooks';
import { UTC } from '../../lib/time-zone.ts';
import { browserZone, useZone } from '../zone.tsx';
import type { MenuPage } from './page-list.ts';
import { applyTheme, NEXT_THEME, storedTheme } from './theme.ts';

/** Who uses the pages, and what they may do. */
export type SessionPerson = { readonly who: string; readonly may: string };

type MenuProps = {
  readonly pages: readonly MenuPage[];
  readonly page: string;
  /** Of the exchange, or of the publisher whose pages they are. */
  readonly name: string;
  /** On a narrow screen it is closed at first. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onHelp: (() => void) | undefined;
  readonly onZone: (zone: string) => void;
  readonly person: SessionPerson | undefined;
  /** undefined where nobody has logged in. */
  readonly onLogout: (() => void) | undefined;
};

export function Menu(props: MenuProps) {
  const { pages, page, name: brand, isOpen, onToggle, onHelp } = props;
  const { onZone, person, onLogout } = props;
  return (
    <header class="bar">
      <a class="brand" href={`#/${pages[0]?.id ?? ''}`}>
        {brand}
      </a>
      <button
        type="button"
        class="menu-button"
        aria-expanded={isOpen}
        aria-controls="menu"
        onClick={onToggle}
      >
        Menu
      </button>
      <nav id="menu" aria-label="Pages" class={isOpen ? 'menu open' : 'menu'}>
        {groupsOf(pages).map(([group, lines]) => (
          <Lines group={group} lines={lines} page={page} key={group} />
        ))}
        <div class="menu-foot">
          {person === undefined ? null : (
            <p class="person">
              <strong>{person.who}</strong> <span class="muted">{person.may}</span>
            </p>
          )}
          <ZoneButton onZone={onZone} />
          <ThemeButton />
          {onHelp === undefined ? null : (
            <button type="button" onClick={onHelp}>
              Help
            </button>
          )}
          {onLogout === undefined ? null : (
            <button type="button" onClick={onLogout}>
              Log out
            </button>
          )}
        </div>
      </nav>
    </header>
  );
}

/** Pages that no menu shows have no group where others have one. */
function groupsOf(pages: readonly MenuPage[]): readonly (readonly [string, readonly MenuPage[]])[] {
  const shown = pages.filter(({ group }) => group !== undefined);
  if (shown.length === 0) return [['', pages]];
  return [...Map.groupBy(shown, ({ group = '' }) => group)];
}

type LinesProps = Pick<MenuProps, 'page'> & {
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

/** Changes between UTC and the time zone of the browser. */
function ZoneButton({ onZone }: Pick<MenuProps, 'onZone'>) {
  const zone = useZone();
  const own = browserZone();
  const next = zone === UTC ? own : UTC;
  return (
    <button
      type="button"
      title={next === zone ? 'This is also the time zone of this browser' : `Change to ${next}`}
      onClick={() => onZone(next)}
    >
      Times: {zone}
    </button>
  );
}

const THEME_NAMES = { auto: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' } as const;

function ThemeButton() {
  const [theme, setTheme] = useState(storedTheme);
  const change = () => {
    const next = NEXT_THEME[theme];
    applyTheme(next);
    setTheme(next);
  };
  return (
    <button type="button" onClick={change}>
      {THEME_NAMES[theme]}
    </button>
  );
}
