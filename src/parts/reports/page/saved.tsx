import { useState } from 'preact/hooks';
import { Confirm } from '../../../ui/confirm.tsx';
import { Empty, Failure } from '../../../ui/empty.tsx';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { send } from '../../../ui/shell/client.ts';
import type { PageProps } from '../../../ui/shell/router.ts';
import { Table } from '../../../ui/table.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { Time, useZone } from '../../../ui/zone.tsx';
import type { SavedPartProps, SavedReportsAnswer } from './api.ts';
import { Links } from './links.tsx';
import { readChoice } from './query.ts';
import { Schedules } from './schedules.tsx';
import { choiceWords } from './words.ts';

const PATH = '/api/report-views';

/** `#/reports/saved`, and one of them behind a slash. */
export function SavedReportsPage({ route, session }: PageProps) {
  const resource = useResource<SavedReportsAnswer>(PATH);
  const id = route.rest.split('/')[1];
  const mayChange = session.role !== 'read';
  return (
    <Loaded resource={resource}>
      {(answer) => {
        if (id === undefined) return <SavedList views={answer.views} />;
        const view = answer.views.find((one) => one.id === id);
        if (view === undefined) return <Gone />;
        const part = { view, answer, mayChange, reload: resource.reload };
        return (
          <>
            <Head {...part} key={view.name} />
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

const HEADS = { Name: '', Shows: '', Sent: '', Links: 'number', Made: '' };

function SavedList({ views }: Pick<SavedReportsAnswer, 'views'>) {
  const zone = useZone();
  return (
    <>
      <header class="page-head">
        <h1>Saved reports</h1>
        <p class="muted">Of all operators.</p>
        <a class="button" href="#/reports">
          New report
        </a>
      </header>
      {views.length === 0 ? (
        <Empty title="No report is saved yet">
          <p>
            Choose one on <a href="#/reports">Reports</a> and save it there. Then it can be shared
            by a link, and sent to a webhook.
          </p>
        </Empty>
      ) : (
        <Table heads={HEADS} caption="Saved reports">
          {views.map(({ id, name, query, schedules, links, madeBy, madeAt }) => (
            <tr key={id}>
              <td data-label="Name">
                <a href={`#/reports/saved/${id}`}>{name}</a>
              </td>
              <td data-label="Shows">
                {choiceWords(readChoice(new URLSearchParams(query), zone))}
              </td>
              <td data-label="Sent">
                {schedules.map(({ every }) => every).join(', ') || <span class="muted">–</span>}
              </td>
              <td data-label="Links" class="number">
                {links.filter(({ isExpired }) => !isExpired).length}
              </td>
              <td data-label="Made" class="made">
                {madeBy}, <Time iso={madeAt} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

function Head({ view, mayChange, reload }: SavedPartProps) {
  const { id, name, query, madeBy, madeAt } = view;
  const zone = useZone();
  const [next, setNext] = useState(name);
  const { isBusy, failure, run } = useAction();
  const path = `${PATH}/${id}`;
  const rename = (event: Event) => {
    event.preventDefault();
    const body = JSON.stringify({ name: next.trim() });
    run(send(path, body, {}, { method: 'PUT' }), reload);
  };
  const remove = () =>
    run(send(path, '', {}, { method: 'DELETE' }), () => {
      location.hash = '#/reports/saved';
      reload();
    });
  return (
    <>
      <header class="page-head">
        <h1>{name}</h1>
        <p class="muted">
          {choiceWords(readChoice(new URLSearchParams(query), zone))}. Made by {madeBy},{' '}
          <Time iso={madeAt} />. <a href="#/reports/saved">All saved reports</a>
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
