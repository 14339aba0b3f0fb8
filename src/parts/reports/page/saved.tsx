import { useState } from 'preact/hooks';
import { Confirm } from '../../../ui/confirm.tsx';
import { Empty, Failure } from '../../../ui/empty.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Named, RecordList } from '../../../ui/record-list.tsx';
import type { PageProps } from '../../../ui/shell/router.ts';
import { number } from '../../../ui/table.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Time, useZone } from '../../../ui/zone.tsx';
import { call, type SavedPartProps, type SavedReport, useAsked } from './api.ts';
import { Links } from './links.tsx';
import { readChoice } from './query.ts';
import { Schedules } from './schedules.tsx';
import { choiceWords } from './words.ts';

/** `#/reports/saved`, and one of them behind a slash. */
export function SavedReportsPage({ route, session }: PageProps) {
  const id = route.rest.split('/')[1];
  const mayChange = session.role !== 'read';
  if (id === undefined) return <SavedList parameters={route.parameters} />;
  return <One id={id} mayChange={mayChange} key={id} />;
}

function One({ id, mayChange }: { readonly id: string; readonly mayChange: boolean }) {
  const resource = useAsked('GET /api/saved-reports/{report}', { report: id });
  if (resource.outcome?.kind === 'failed' && resource.outcome.status === 404) return <Gone />;
  return (
    <Loaded resource={resource}>
      {(one) => {
        const part = { one, mayChange, reload: resource.reload };
        return (
          <>
            <Head {...part} key={one.definition.name} />
            <Links {...part} />
            <Schedules {...part} />
          </>
        );
      }}
    </Loaded>
  );
}

function Gone() {
  return (
    <Empty title="There is no such saved report">
      <p>
        Somebody may have deleted it. <a href="#/reports/saved">All saved reports</a>
      </p>
    </Empty>
  );
}

function SavedList({ parameters }: { readonly parameters: URLSearchParams }) {
  const zone = useZone();
  return (
    <RecordList<SavedReport>
      listing={{
        page: 'reports/saved',
        api: '/api/saved-reports',
        title: 'Saved reports',
        nouns: ['report', 'reports'],
        intro: 'Of all operators.',
        find: 'name, filter or webhook',
        idOf: ({ id }) => id,
        columns: {
          Name: ({ id, definition: { name } }) => (
            <Named href={`#/reports/saved/${id}`} name={name} />
          ),
          Shows: ({ definition: { query } }) =>
            choiceWords(readChoice(new URLSearchParams(query), zone)),
          Sent: ({ definition: { schedules = [] } }) =>
            schedules.map(({ every }) => every).join(', ') || <span class="muted">–</span>,
          Links: number(({ links }) => links.length),
          Changed: ({ changedBy, changedAt }) => (
            <span class="made">
              {changedBy}, <Time iso={changedAt} />
            </span>
          ),
        },
      }}
      parameters={parameters}
      head={
        <a class="button" href="#/reports">
          New report
        </a>
      }
      none={
        <p>
          Choose one on <a href="#/reports">Reports</a> and save it there. Then it can be shared by
          a link, and sent to a webhook.
        </p>
      }
    />
  );
}

function Head({ one, mayChange, reload }: SavedPartProps) {
  const { id: report, definition, revision, changedBy, changedAt } = one;
  const { name, query } = definition;
  const zone = useZone();
  const [next, setNext] = useState(name);
  const { isBusy, failure, run } = useAction();
  const rename = (event: Event) => {
    event.preventDefault();
    const body = { ...definition, name: next.trim() };
    run(call('PUT /api/saved-reports/{report}', { report, revision, body }), reload);
  };
  const remove = () =>
    run(call('DELETE /api/saved-reports/{report}', { report }), () => {
      location.hash = '#/reports/saved';
      reload();
    });
  return (
    <>
      <header class="page-head">
        <h1>{name}</h1>
        <p class="muted">
          {choiceWords(readChoice(new URLSearchParams(query), zone))}. Changed by {changedBy},{' '}
          <Time iso={changedAt} />. <a href="#/reports/saved">All saved reports</a>
        </p>
        <a class="button primary" href={`#/reports?${query}`}>
          Open
        </a>
      </header>
      {mayChange ? (
        <form class="save-report" onSubmit={rename}>
          <label class="hidden" for="view-name">
            Its name
          </label>
          <input
            id="view-name"
            required
            maxLength={80}
            value={next}
            onInput={(event) => setNext(event.currentTarget.value)}
          />
          <button type="submit" disabled={isBusy || next.trim() === name}>
            Rename
          </button>
          <Confirm
            label="Delete"
            name={name}
            consequence="Its links open nothing any more, and it is sent no more."
            onYes={remove}
          />
          <Failure reason={failure} />
        </form>
      ) : null}
    </>
  );
}
