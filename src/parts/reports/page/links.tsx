import { useState } from 'preact/hooks';
import { Failure } from '../../../ui/empty.tsx';
import { RemovableRows } from '../../../ui/removable-rows.tsx';
import { Select } from '../../../ui/select.tsx';
import { ShownOnce } from '../../../ui/shown-once.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Time } from '../../../ui/zone.tsx';
import { call, type SavedPartProps, type SavedReport } from './api.ts';
import { COLUMN_NAMES, columnWords } from './words.ts';

type ShownLink = SavedReport['links'][number];

const isoOf = (ms: number) => new Date(ms).toISOString();

const COLUMNS = {
  Shows: ({ columns }: ShownLink) => columns.map((name) => columnWords(name).name).join(', '),
  Expires: ({ expiresMs }: ShownLink) => <Time iso={isoOf(expiresMs)} />,
  Made: ({ madeBy, madeMs }: ShownLink) => (
    <>
      {madeBy}, <Time iso={isoOf(madeMs)} />
    </>
  ),
};

/** Links with which somebody who has no login sees this report. */
export function Links({ one, mayChange, reload }: SavedPartProps) {
  const [made, setMade] = useState<MadeLink>();
  const { failure, run } = useAction();
  const revoke = (link: string) =>
    run(call('DELETE /api/saved-reports/{report}/links/{link}', { report: one.id, link }), () => {
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
          Copy it now: it is not shown again. It works until <Time iso={isoOf(made.expiresMs)} />.
        </ShownOnce>
      )}
      <Failure reason={failure} />
      <RemovableRows
        rows={one.links}
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
          report={one.id}
          isWhole={!one.definition.query.includes('where=')}
          onMade={(link) => {
            setMade(link);
            reload();
          }}
        />
      ) : null}
    </section>
  );
}

type MadeLink = { readonly url: string; readonly expiresMs: number };

/** What a client sees unless somebody chooses otherwise: nothing of what publishers earn. */
const CLIENT_COLUMNS: readonly string[] = ['impressions', 'clicks', 'spend_usd'];

type MakeLinkProps = {
  readonly report: string;
  /** Whether the report has no filter. */
  readonly isWhole: boolean;
  readonly onMade: (link: MadeLink) => void;
};

const DAYS: readonly (readonly [string, string])[] = [
  ['7', 'a week'],
  ['30', '30 days'],
  ['90', '90 days'],
  ['366', 'a year'],
];

function MakeLink({ report, isWhole, onMade }: MakeLinkProps) {
  const [days, setDays] = useState('30');
  const [columns, setColumns] = useState(CLIENT_COLUMNS);
  const { isBusy, failure, run } = useAction();
  const toggle = (name: string) =>
    setColumns(
      columns.includes(name)
        ? columns.filter((one) => one !== name)
        : COLUMN_NAMES.filter((one) => one === name || columns.includes(one)),
    );
  const make = () =>
    run(
      call('POST /api/saved-reports/{report}/links', {
        report,
        body: { days: Number(days), columns },
      }),
      onMade,
    );
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
