import { useState } from 'preact/hooks';
import type { PartnerRow } from '../api.ts';
import { post } from '../client.ts';
import { Empty, Failure } from '../ui/empty.tsx';
import { count, ms, share } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { useResource } from '../ui/resource.ts';
import { Sparkline } from '../ui/sparkline.tsx';
import { noBidWords, skipWords } from '../words.ts';
import { healthOf } from './health.ts';

const REFRESH_MS = 5000;

export function PartnersPage() {
  const resource = useResource<readonly PartnerRow[]>('/api/partners', REFRESH_MS);
  return (
    <>
      <header class="page-head">
        <h1>Partners</h1>
        <p class="muted">Who bids, and how they fare. Counts are of the last 15 minutes.</p>
      </header>
      <Loaded resource={resource}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title="No partner is configured">
              <p>
                Add one under <code>partners</code> in <code>parley.yaml</code>; docs/config.md has
                every key.
              </p>
            </Empty>
          ) : (
            <Rows rows={rows} reload={resource.reload} />
          )
        }
      </Loaded>
    </>
  );
}

type RowsProps = { readonly rows: readonly PartnerRow[]; readonly reload: () => void };

function Rows({ rows, reload }: RowsProps) {
  const [reason, setReason] = useState('');
  const change = async ({ name, isPaused }: PartnerRow) => {
    const wish = isPaused ? 'resume' : 'pause';
    const outcome = await post(`/api/partners/${encodeURIComponent(name)}/${wish}`, '');
    setReason(outcome.kind === 'failed' ? outcome.reason : '');
    reload();
  };
  return (
    <>
      {reason === '' ? null : <Failure reason={reason} />}
      <div class="table-frame">
        <table class="rows stack">
          <thead>
            <tr>
              <th scope="col">Partner</th>
              <th scope="col">Health</th>
              <th scope="col">Median latency</th>
              <th scope="col" class="number">
                Asked
              </th>
              <th scope="col" class="number">
                Bid
              </th>
              <th scope="col" class="number">
                Won
              </th>
              <th scope="col">Not asked, and dropped</th>
              <th scope="col">
                <span class="hidden">Change</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <Row key={row.name} row={row} onChange={() => change(row)} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Row({ row, onChange }: { readonly row: PartnerRow; readonly onChange: () => void }) {
  const { kind, words } = healthOf(row);
  const losses = [
    ...row.skipped.map((one) => `${count(one.count)} ${skipWords(one.reason)}`),
    ...row.drops.map((one) => `${count(one.count)} dropped: ${lower(noBidWords(one.reason).what)}`),
  ];
  return (
    <tr>
      <td data-label="Partner">
        <strong>{row.name}</strong>
        <div class="muted">{row.kind}</div>
      </td>
      <td data-label="Health">
        <span class={`dot ${kind}`} aria-hidden="true" /> {words}
        {row.qpsMax === null ? null : (
          <div class="muted">
            {count(row.qpsNow)} of {count(row.qpsMax)} calls/s
          </div>
        )}
      </td>
      <td data-label="Latency">
        <Sparkline
          values={row.latencyByMinuteMs}
          label={`Median latency of ${row.name}, by minute; over all ${ms(row.p50Ms)}`}
        />
        <div class="muted nowrap">
          {ms(row.p50Ms)} · p95 {ms(row.p95Ms)}
        </div>
      </td>
      <td data-label="Asked" class="number">
        {count(row.asked)}
      </td>
      <td data-label="Bid" class="number">
        {share(row.bids, row.asked)}
      </td>
      <td data-label="Won" class="number">
        {share(row.wins, row.bids)}
      </td>
      <td data-label="Lost">
        {losses.length === 0 ? '–' : losses.map((loss) => <div key={loss}>{loss}</div>)}
      </td>
      <td>
        <button type="button" onClick={onChange}>
          {row.isPaused ? 'Resume' : 'Pause'}
          <span class="hidden"> {row.name}</span>
        </button>
      </td>
    </tr>
  );
}

function lower(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
