import type { Trouble } from '../api.ts';
import { capitalized } from '../ui/format.ts';
import { timeWords, useZone } from '../ui/zone.ts';

type TroublesProps = {
  readonly troubles: readonly Trouble[];
  /** False while the connection is lost, when nobody knows. */
  readonly isCurrent: boolean;
  /** When the last figures arrived. */
  readonly lastMs: number;
};

/** The health of the machine: one line if all is well, else the problems. */
export function Troubles({ troubles, isCurrent, lastMs }: TroublesProps) {
  const zone = useZone();
  const time = (ms: number) => timeWords(ms, zone, Date.now());
  if (!isCurrent) {
    return (
      <p class="health">
        <span class="dot warn" aria-hidden="true" /> The state of the machine is unknown. These
        figures are of {time(lastMs)}.
      </p>
    );
  }
  if (troubles.length === 0) {
    return (
      <p class="health">
        <span class="dot good" aria-hidden="true" /> All is well.
      </p>
    );
  }
  return (
    <ul class="health" aria-label="Problems">
      {troubles.map(({ kind, words, page, lastMs: overMs }) => (
        <li key={words}>
          <span class={`dot ${kind === 'over' ? 'quiet' : kind}`} aria-hidden="true" />{' '}
          {sentence(words)}
          {overMs === undefined ? null : (
            <span class="muted">
              {' '}
              {kind === 'over' ? 'It is over: the last one was at' : 'The last one was at'}{' '}
              {time(overMs)}.
            </span>
          )}
          {page === undefined ? null : <a href={`#/${page}`}>Look</a>}
        </li>
      ))}
    </ul>
  );
}

/** Capitalises a sentence, unless it begins with a partner's name. */
function sentence(words: string): string {
  const isName = /^\S+ (is paused|failed too often)/.test(words);
  return `${isName ? words : capitalized(words)}.`;
}
