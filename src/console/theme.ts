export type Theme = 'auto' | 'light' | 'dark';

const STORED_AS = 'parley-theme';
const NEXT: Readonly<Record<Theme, Theme>> = { auto: 'light', light: 'dark', dark: 'auto' };

/** The stored choice. Without storage the theme follows the system. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORED_AS);
    return stored === 'light' || stored === 'dark' ? stored : 'auto';
  } catch {
    return 'auto';
  }
}

const system = matchMedia('(prefers-color-scheme: dark)');
let chosen: Theme = 'auto';
system.addEventListener('change', show);

/** Resolves `system` to the light or the dark theme. */
function show(): void {
  const wished = system.matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = chosen === 'auto' ? wished : chosen;
}

export function applyTheme(theme: Theme): void {
  chosen = theme;
  show();
  try {
    localStorage.setItem(STORED_AS, theme);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}

export function nextTheme(theme: Theme): Theme {
  return NEXT[theme];
}
