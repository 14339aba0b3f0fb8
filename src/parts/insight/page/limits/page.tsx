import type { LimitRow } from '../../../../host/admin/limits.ts';
import type { MACHINE_OPS } from '../../../../host/admin/machine-ops.ts';
import { callsOf } from '../../../../ui/calls.ts';
import { count } from '../../../../ui/format.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { Meter } from '../../../../ui/meter.tsx';
import { Table } from '../../../../ui/table.tsx';

const { useAsked } = callsOf<typeof MACHINE_OPS>();

const REFRESH_MS = 2000;
const NEAR_SHARE = 0.8;

const SCOPE_WORDS = { global: 'Everyone', publisher: 'Publisher', ip: 'Address' } as const;

export function LimitsPage() {
  const resource = useAsked('GET /api/limits', {}, REFRESH_MS);
  return (
    <>
      <header class="page-head">
        <h1>Limits</h1>
        <p class="muted">Publishers and callers near or over a limit in the last minute.</p>
      </header>
      <Loaded resource={resource}>{(rows) => <Rows rows={rows} />}</Loaded>
    </>
  );
}

const HEADS = { Who: '', 'Busiest second': '', Limit: 'number', Now: 'number', Refused: 'number' };

function Rows({ rows }: { readonly rows: readonly LimitRow[] }) {
  const over = rows.filter((row) => kindOf(row) === 'bad').length;
  const near = rows.filter((row) => kindOf(row) === 'warn').length;
  return (
    <>
      <p class="health" role="status">
        <span class={`dot ${over > 0 ? 'bad' : near > 0 ? 'warn' : 'good'}`} aria-hidden="true" />{' '}
        {over + near === 0
          ? 'No publisher or caller is near a limit.'
          : `${over} over, ${near} near.`}
      </p>
      <Table heads={HEADS}>
        {rows.map((row) => (
          <Row key={`${row.scope} ${row.name}`} row={row} />
        ))}
      </Table>
      <p class="muted">
        Addresses are shown as a network and a mark, which distinguishes callers of the same
        network. Limits are set under <code>limits</code> in <code>parley.yaml</code>.
      </p>
    </>
  );
}

function kindOf({ refused, peakPerSec, limitPerSec }: LimitRow): 'good' | 'warn' | 'bad' {
  if (refused > 0 || peakPerSec > limitPerSec) return 'bad';
  return peakPerSec >= NEAR_SHARE * limitPerSec ? 'warn' : 'good';
}

function Row({ row }: { readonly row: LimitRow }) {
  const kind = kindOf(row);
  const words = { bad: 'over', warn: 'near', good: '' }[kind];
  return (
    <tr>
      <td data-label="Who">
        <strong>{SCOPE_WORDS[row.scope]}</strong> {row.name}
      </td>
      <td data-label="Busiest">
        <span class="spend">
          <Meter
            label={`${count(row.peakPerSec)} of ${count(row.limitPerSec)}`}
            share={row.peakPerSec / row.limitPerSec}
            kind={kind}
          />
          <span>
            {count(row.peakPerSec)}/s <span class={kind}>{words}</span>
          </span>
        </span>
      </td>
      <td data-label="Limit" class="number">
        {count(row.limitPerSec)}/s
      </td>
      <td data-label="Now" class="number">
        {count(row.nowPerSec)}/s
      </td>
      <td data-label="Refused" class="number">
        {count(row.refused)}
      </td>
    </tr>
  );
}
