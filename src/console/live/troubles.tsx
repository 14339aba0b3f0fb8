import type { Trouble } from '../api.ts';

/** The health of the machine: one line if all is well, else the problems. */
export function Troubles({ troubles }: { readonly troubles: readonly Trouble[] }) {
  if (troubles.length === 0) {
    return (
      <p class="health">
        <span class="dot good" aria-hidden="true" /> All is well.
      </p>
    );
  }
  return (
    <ul class="health" aria-label="Troubles">
      {troubles.map(({ kind, words, page }) => (
        <li key={words}>
          <span class={`dot ${kind}`} aria-hidden="true" /> {sentence(words)}
          {page === undefined ? null : <a href={`#/${page}`}>Look</a>}
        </li>
      ))}
    </ul>
  );
}

/** Capitalises a sentence, unless it begins with a partner's name. */
function sentence(words: string): string {
  const isName = /^\S+ (is paused|failed too often)/.test(words);
  return `${isName ? words : words.charAt(0).toUpperCase() + words.slice(1)}.`;
}
