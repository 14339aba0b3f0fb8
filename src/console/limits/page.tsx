import type { LimitRow } from '../api.ts';
import { Empty } from '../ui/empty.tsx';
import { count } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Meter } from '../ui/meter.tsx';
import { useResource } from '../ui/resource.ts';

const REFRESH_MS = 2000;
const NEAR_SHARE = 0.8;

const SCOPE_WORDS = { global: 'Everyone', publisher: 'Publisher', ip: 'Address' } as const;

export function LimitsPage() {
  const resource = useResource<readonly LimitRow[]>('/api/limits', REFRESH_MS);
  return (
    <>
      <header class="page-head">
        <h1>Limits</h1>
        <p class="muted">Who is near a limit, or over it: the busiest second of the last minute.</p>
      </header>
      <Loaded resource={resource}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="Nobody has called in the last minute">
              <p>Whoever calls shows up here, those nearest to their limit first.</p>
            </Empty>
          ) : (
            <div class="table-frame">
              <table class="rows stack">
                <thead>
                  <tr>
                    <th scope="col">Who</th>
                    <th scope="col">Busiest second</th>
                    <th scope="col" class="number">
                      Limit
                    </th>
                    <th scope="col" class="number">
                      Refused
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <Row key={`${row.scope} ${row.name}`} row={row} />
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Loaded>
    </>
  );
}

function Row({ row }: { readonly row: LimitRow }) {
  const share = row.peakPerSec / row.limitPerSec;
  const kind = row.refused > 0 || share >= 1 ? 'bad' : share >= NEAR_SHARE ? 'warn' : 'good';
  const words = { bad: 'over', warn: 'near', good: '' }[kind];
  return (
    <tr>
      <td data-label="Who">
        <strong>{SCOPE_WORDS[row.scope]}</strong> {row.scope === 'global' ? '' : row.name}
      </td>
      <td data-label="Busiest">
        <span class="spend">
          <Meter
            label={`${count(row.peakPerSec)} of ${count(row.limitPerSec)}`}
            {...{ share, kind }}
          />
          <span>
            {count(row.peakPerSec)}/s <span class={kind}>{words}</span>
          </span>
        </span>
      </td>
      <td data-label="Limit" class="number">
        {count(row.limitPerSec)}/s
      </td>
      <td data-label="Refused" class="number">
        {count(row.refused)}
      </td>
    </tr>
  );
}
