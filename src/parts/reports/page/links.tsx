import { useState } from 'preact/hooks';
import { Failure } from '../../../ui/empty.tsx';
import { RemovableRows } from '../../../ui/removable-rows.tsx';
import { Select } from '../../../ui/select.tsx';
import { send } from '../../../ui/shell/client.ts';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Time } from '../../../ui/zone.tsx';
import type { MadeReportLink, SavedPartProps, SavedReport } from './api.ts';
import { COLUMN_NAMES, columnWords } from './words.ts';

type ShownLink = SavedReport['links'][number];

const COLUMNS = {
  Shows: ({ columns }: ShownLink) => columns.map((name) => columnWords(name).name).join(', '),
  Expires: ({ isExpired, expiresAt }: ShownLink) => (
    <>
      {isExpired ? 'expired ' : ''}
      <Time iso={expiresAt} />
    </>
  ),
  'Last opened': ({ usedAt }: ShownLink) =>
    usedAt === null ? <span class="muted">never</span> : <Time iso={usedAt} />,
  Made: ({ madeBy, madeAt }: ShownLink) => (
    <>
      {madeBy}, <Time iso={madeAt} />
    </>
  ),
};

/** Links with which somebody who has no login sees this report. */
export function Links({ view, answer, mayChange, reload }: SavedPartProps) {
  const [made, setMade] = useState<MadeReportLink>();
  const { failure, run } = useAction();
  const revoke = (id: string) =>
    run(send(`/api/report-links/${id}`, '', {}, { method: 'DELETE' }), () => {
      setMade(undefined);
      reload();
    });
  return (
    <section class="panel" aria-labelledby="links">
      <h2 id="links">Links for clients</h2>
      <p class="muted">
        Whoever has a link sees this report and its CSV without a login, and nothing else.
      </p>
      {made === undefined ? null : (
        <ShownOnce label="The link" text={made.url}>
          Copy it now: it is not shown again. It works until <Time iso={made.expiresAt} />.
        </ShownOnce>
      )}
      <Failure reason={failure} />
      <RemovableRows
        rows={view.links}
        caption="Links for clients"
        columns={COLUMNS}
        none={null}
        mayChange={mayChange}
        removal={({ id, madeBy }) => ({
          label: 'Revoke',
          name: `the link of ${madeBy}`,
          consequence: 'Whoever has it sees nothing any more.',
          onYes: () => revoke(id),
        })}
      />
      {mayChange ? (
        <MakeLink
          path={`/api/report-views/${view.id}/links`}
          usual={answer.clientColumns}
          isWhole={!view.query.includes('where=')}
          onMade={(link) => {
            setMade(link);
            reload();
          }}
        />
      ) : null}
    </section>
  );
}

type MakeLinkProps = {
  readonly path: string;
  /** The columns that a client sees unless somebody chooses otherwise. */
  readonly usual: readonly string[];
  /** Whether the report has no filter. */
  readonly isWhole: boolean;
  readonly onMade: (link: MadeReportLink) => void;
};

const DAYS: readonly (readonly [string, string])[] = [
  ['7', 'a week'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['366', 'a year'],
];

function MakeLink({ path, usual, isWhole, onMade }: MakeLinkProps) {
  const [days, setDays] = useState('30');
  const [columns, setColumns] = useState(usual);
  const { isBusy, failure, run } = useAction();
  const toggle = (name: string) =>
    setColumns(
      columns.includes(name)
        ? columns.filter((one) => one !== name)
        : COLUMN_NAMES.filter((one) => one === name || columns.includes(one)),
    );
  const make = () =>
    run(send<MadeReportLink>(path, JSON.stringify({ days: Number(days), columns })), onMade);
  return (
    <>
      {isWhole ? (
        <p class="note">
          This report has no filter: a client sees the figures of everybody. Save one with an
          advertiser chosen to show that one alone.
        </p>
      ) : null}
      <div class="filters">
        <Select label="Works for" value={days} options={DAYS} onChange={setDays} />
        <fieldset class="toggles">
          <legend>Shows</legend>
          {COLUMN_NAMES.map((name) => (
            <button
              type="button"
              key={name}
              title={columnWords(name).meaning}
              aria-pressed={columns.includes(name)}
              onClick={() => toggle(name)}
            >
              {columnWords(name).name}
            </button>
          ))}
        </fieldset>
      </div>
      <p class="actions">
        <button
          type="button"
          class="primary"
          disabled={isBusy || columns.length === 0}
          onClick={make}
        >
          Make a link
        </button>
      </p>
      <Failure reason={failure} />
    </>
  );
}
