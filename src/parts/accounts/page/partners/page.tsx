import { Confirm } from '../../../../ui/confirm.tsx';
import { DoneNotice } from '../../../../ui/done-notice.tsx';
import { Empty } from '../../../../ui/empty.tsx';
import { count, ms, share } from '../../../../ui/format.ts';
import { lazyPage } from '../../../../ui/lazy.tsx';
import { Loaded, useResource } from '../../../../ui/loaded.tsx';
import { Meter } from '../../../../ui/meter.tsx';
import { send } from '../../../../ui/shell/client.ts';
import type { PageProps } from '../../../../ui/shell/router.ts';
import { Sparkline } from '../../../../ui/sparkline.tsx';
import { Table } from '../../../../ui/table.tsx';
import { useAction } from '../../../../ui/use-action.ts';
import { auctionsHref } from '../../../insight/page/auctions/filter.ts';
import type { PartnerList, PartnerRow } from '../api.ts';
import { hrefOf, newHref } from '../paths.ts';
import { PartnerDetail } from './detail.tsx';
import { healthOf, lossesOf } from './health.ts';
import { PartnerPause } from './pause.tsx';

const PartnerForms = lazyPage(async () => (await import('./form.tsx')).PartnerForms);

const REFRESH_MS = 5000;

/** `#/partners`, `#/partners?view=new`, `#/partners/<name>` and `…?view=edit`. */
export function PartnersPage({ route: { rest, parameters }, session }: PageProps) {
  const view = parameters.get('view');
  if (rest === '' && view === 'new') return <PartnerForms />;
  if (rest === '') return <PartnerTable mayChange={session.role === 'admin'} />;
  if (view === 'edit') return <PartnerForms id={rest} />;
  return <PartnerDetail name={rest} role={session.role} key={rest} />;
}

function PartnerTable({ mayChange }: { readonly mayChange: boolean }) {
  const resource = useResource<PartnerList>('/api/partners', REFRESH_MS);
  return (
    <>
      <header class="page-head">
        <h1>Partners</h1>
        {mayChange ? (
          <a class="button primary" href={newHref('partners')}>
            Add a partner
          </a>
        ) : null}
        <p class="muted">Health and results of each partner. Counts cover the last 15 minutes.</p>
      </header>
      <Loaded resource={resource}>
        {({ rows }) =>
          rows.length === 0 ? (
            <Empty title="There is no partner">
              <p>
                Add one here, or under <code>partners</code> in <code>parley.yaml</code>, as
                docs/config.md describes.
              </p>
            </Empty>
          ) : (
            <>
              <Rows rows={rows} mayChange={mayChange} reload={resource.reload} />
              <p class="muted">
                A pause applies to all workers. That of a partner of the config survives a reload,
                but not a restart.
              </p>
            </>
          )
        }
      </Loaded>
    </>
  );
}

type RowsProps = {
  readonly rows: readonly PartnerRow[];
  readonly mayChange: boolean;
  readonly reload: () => void;
};

const HEADS = {
  Partner: '',
  Health: '',
  'Median latency': '',
  Asked: 'number',
  Bid: 'number',
  Sold: 'number',
  'Calls and bids lost': '',
};

function Rows({ rows, mayChange, reload }: RowsProps) {
  const action = useAction();
  const set = (name: string, state: 'paused' | 'active') =>
    send(`/api/partners/${encodeURIComponent(name)}/state`, JSON.stringify({ state }));
  const change = ({ id: name, isPaused }: PartnerRow) =>
    action.run(set(name, isPaused ? 'active' : 'paused'), reload, () => ({
      said: isPaused ? `${name} is asked again.` : `${name} is paused.`,
      undo: {
        call: () => set(name, isPaused ? 'paused' : 'active'),
        onDone: reload,
        said: 'Taken back.',
      },
    }));
  return (
    <>
      <DoneNotice action={action} />
      <Table heads={HEADS} kind="stack dense">
        {rows.map((row) => (
          <Row key={row.id} row={row} onChange={mayChange ? () => change(row) : undefined} />
        ))}
      </Table>
    </>
  );
}

type PartnerRowProps = { readonly row: PartnerRow; readonly onChange: (() => void) | undefined };

function Row({ row, onChange }: PartnerRowProps) {
  const { kind, words } = healthOf(row);
  return (
    <tr>
      <td data-label="Partner">
        <a class="campaign-name" href={hrefOf('partners', row.id)}>
          {row.id}
        </a>
        <div class="muted">{row.definition.kind}</div>
        <p class="row-actions">
          <a href={auctionsHref({ partner: row.id })}>
            Auctions<span class="hidden"> of {row.id}</span>
          </a>
          {onChange === undefined ? null : row.isPaused ? (
            <button type="button" class="small" onClick={onChange}>
              Resume<span class="hidden"> {row.id}</span>
            </button>
          ) : (
            <Confirm
              label="Pause"
              name={row.id}
              kind="small"
              consequence={<PartnerPause name={row.id} />}
              onYes={onChange}
            />
          )}
        </p>
      </td>
      <td data-label="Health" class="health-cell">
        <span class={`dot ${kind}`} aria-hidden="true" /> {words}
        <Calls row={row} />
      </td>
      <td data-label="Latency">
        <Sparkline
          values={row.latencyByMinuteMs}
          label={`Median latency of ${row.id}, by minute; over all ${ms(row.p50Ms)}`}
        />
        <div class="muted nowrap">
          {ms(row.p50Ms)} · p95 {ms(row.p95Ms)}
        </div>
      </td>
      <td data-label="Asked" class="number">
        {count(row.asked)}
      </td>
      <td data-label="Bid" class="number">
        {share(row.answeredWithBids, row.asked)}
        <div class="muted">{count(row.bids)} bids</div>
      </td>
      <td data-label="Sold" class="number">
        {share(row.wins, row.bids)}
        <div class="muted">{count(row.wins)} sold</div>
      </td>
      <td data-label="Lost" class="losses-cell">
        <Reasons row={row} />
      </td>
    </tr>
  );
}

/** Calls per second, and the cap if there is one. */
function Calls({ row: { qpsNow, definition } }: { readonly row: PartnerRow }) {
  const qpsMax = 'qpsMax' in definition ? definition.qpsMax : undefined;
  if (qpsMax === undefined) return <div class="muted">{count(qpsNow)} calls/s</div>;
  const used = qpsNow / qpsMax;
  return (
    <div class="muted">
      {count(qpsNow)} of {count(qpsMax)} calls/s
      <Meter
        label={`${count(qpsNow)} of ${count(qpsMax)} calls a second`}
        share={used}
        kind={used >= 1 ? 'bad' : used >= 0.8 ? 'warn' : 'good'}
      />
    </div>
  );
}

function Reasons({ row }: { readonly row: PartnerRow }) {
  const lines = lossesOf(row);
  if (lines.length === 0) return <>–</>;
  return (
    <ul class="reasons">
      {lines.map(({ times, words, answer }) => (
        <li key={words}>
          <span class="number">{count(times)}</span>{' '}
          {answer === undefined ? (
            words
          ) : (
            <a href={auctionsHref({ partner: row.id, answer })}>{words}</a>
          )}
        </li>
      ))}
    </ul>
  );
}
