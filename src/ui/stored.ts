/** The browser's storage: of this tab, or of all of them. It needs no care where it is not allowed. */
type Storing = 'sessionStorage' | 'localStorage';

export function readStored(storing: Storing, name: string): string | null {
  try {
    return globalThis[storing].getItem(name);
  } catch {
    return null;
  }
}

export function writeStored(storing: Storing, name: string, text: string): void {
  try {
    globalThis[storing].setItem(name, text);
  } catch {
    // Without storage the value lasts until the page is reloaded.
  }
}
