export type Theme = 'auto' | 'light' | 'dark';

const STORED_AS = 'parley-theme';
const NEXT: Readonly<Record<Theme, Theme>> = { auto: 'light', light: 'dark', dark: 'auto' };

/** What was chosen here before; a browser that keeps nothing follows the system. */
export function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(STORED_AS);
    return stored === 'light' || stored === 'dark' ? stored : 'auto';
  } catch {
    return 'auto';
  }
}

export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem(STORED_AS, theme);
  } catch {
    // It holds for this page then.
  }
}

export function nextTheme(theme: Theme): Theme {
  return NEXT[theme];
}
