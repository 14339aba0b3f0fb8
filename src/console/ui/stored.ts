/** The browser's storage of this tab. It ends with the tab, and needs no care where it is not allowed. */

const PREFIX = 'parley ';
const UNITS_MAX = 1_000_000;

export function readStored(name: string): unknown {
  try {
    const text = sessionStorage.getItem(`${PREFIX}${name}`);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A value that is too large for the storage is not stored. */
export function writeStored(name: string, value: unknown): void {
  try {
    const text = JSON.stringify(value);
    if (text.length <= UNITS_MAX) sessionStorage.setItem(`${PREFIX}${name}`, text);
    else sessionStorage.removeItem(`${PREFIX}${name}`);
  } catch {
    // Without storage the value lasts until the page is reloaded.
  }
}
