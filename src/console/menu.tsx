import { useState } from 'preact/hooks';
import { UTC } from '../lib/time-zone.ts';
import { send } from './client.ts';
import { PAGES } from './page-list.ts';
import { applyTheme, NEXT_THEME, storedTheme } from './theme.ts';
import { browserZone, useZone } from './ui/zone.tsx';

type MenuProps = {
  readonly page: string;
  /** On a narrow screen it is closed at first. */
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onHelp: () => void;
  readonly onZone: (zone: string) => void;
  /** Absent where nobody has logged in. */
  readonly onLogout?: () => void;
};

export function Menu({ page, isOpen, onToggle, onHelp, onZone, onLogout }: MenuProps) {
  const logout = async () => {
    await send('/logout', '');
    onLogout?.();
  };
  return (
    <header class="bar">
      <a class="brand" href="#/live">
        Parley
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
        {PAGES.map(({ id, name, key }) => (
          <a href={`#/${id}`} aria-current={id === page ? 'page' : undefined} key={id}>
            {name}
            <span class="menu-key" aria-hidden="true">
              g {key}
            </span>
          </a>
        ))}
        <div class="menu-foot">
          <ZoneButton onZone={onZone} />
          <ThemeButton />
          <button type="button" onClick={onHelp}>
            Help
          </button>
          {onLogout === undefined ? null : (
            <button type="button" onClick={logout}>
              Log out
            </button>
          )}
        </div>
      </nav>
    </header>
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
