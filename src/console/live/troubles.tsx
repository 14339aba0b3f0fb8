import type { Trouble } from '../api.ts';

/** Is it healthy? One line if it is; what is wrong if not. */
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

/** A partner's name stays as it is written. */
function sentence(words: string): string {
  const isName = /^\S+ (is paused|fails)/.test(words);
  return `${isName ? words : words.charAt(0).toUpperCase() + words.slice(1)}.`;
}
