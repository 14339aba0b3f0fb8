import { readStored, writeStored } from '../stored.ts';

export type Theme = 'auto' | 'light' | 'dark';

const STORED_AS = 'parley-theme';
export const NEXT_THEME: Readonly<Record<Theme, Theme>> = {
  auto: 'light',
  light: 'dark',
  dark: 'auto',
};

/** The stored choice. Without storage the theme follows the system. */
export function storedTheme(): Theme {
  const stored = readStored('localStorage', STORED_AS);
  return stored === 'light' || stored === 'dark' ? stored : 'auto';
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
  writeStored('localStorage', STORED_AS, theme);
}
