import type { LimitRow } from '../../../../host/admin/limits.ts';
import { Meter } from '../../../../ui/figures.tsx';
import { count } from '../../../../ui/format.ts';
import { number, Rows } from '../../../../ui/table.tsx';

const NEAR_SHARE = 0.8;
const ROWS_SHOWN_MAX = 20;

const SCOPE_WORDS = { global: 'Everyone', publisher: 'Publisher', ip: 'Address' } as const;

/** Publishers and callers near or over a limit in the last minute, the nearest first. */
export function Limits({ rows }: { readonly rows: readonly LimitRow[] }) {
  return (
    <section class="panel" id="limits" aria-label="Limits">
      <h2>
        Limits <span class="muted">last minute</span>
      </h2>
      <p class="health" role="status">
        {stateWords(rows)}
      </p>
      <Rows
        rows={rows.slice(0, ROWS_SHOWN_MAX)}
        keyOf={({ scope, name }) => `${scope} ${name}`}
        columns={{
          Who: ({ scope, name }) => (
            <>
              <strong>{SCOPE_WORDS[scope]}</strong> {name}
            </>
          ),
          'Busiest second': (row) => <Busiest row={row} />,
          Limit: number<LimitRow>(({ limitPerSec }) => `${count(limitPerSec)}/s`),
          Now: number<LimitRow>(({ nowPerSec }) => `${count(nowPerSec)}/s`),
          Refused: number<LimitRow>(({ refused }) => count(refused)),
        }}
      />
      <p class="muted">
        Addresses are shown as a network and a mark, which distinguishes callers of the same
        network. Limits are set under <code>limits</code> in <code>parley.yaml</code>, and for a
        publisher on its page.
      </p>
    </section>
  );
}

function stateWords(rows: readonly LimitRow[]) {
  const over = rows.filter((row) => kindOf(row) === 'bad').length;
  const near = rows.filter((row) => kindOf(row) === 'warn').length;
  return (
    <>
      <span class={`dot ${over > 0 ? 'bad' : near > 0 ? 'warn' : 'good'}`} aria-hidden="true" />{' '}
      {over + near === 0
        ? 'No publisher or caller is near a limit.'
        : `${over} over, ${near} near.`}
    </>
  );
}

function kindOf({ refused, peakPerSec, limitPerSec }: LimitRow): 'good' | 'warn' | 'bad' {
  if (refused > 0 || peakPerSec > limitPerSec) return 'bad';
  return peakPerSec >= NEAR_SHARE * limitPerSec ? 'warn' : 'good';
}

const KIND_WORDS = { bad: 'over', warn: 'near', good: '' };

function Busiest({ row }: { readonly row: LimitRow }) {
  const { peakPerSec, limitPerSec } = row;
  const kind = kindOf(row);
  return (
    <span class="spend">
      <Meter
        label={`${count(peakPerSec)} of ${count(limitPerSec)}`}
        share={peakPerSec / limitPerSec}
        kind={kind}
      />
      <span>
        {count(peakPerSec)}/s <span class={kind}>{KIND_WORDS[kind]}</span>
      </span>
    </span>
  );
}
