import { Named } from '../../../ui/record-list.tsx';
import type { RecordPage, RecordProps } from '../../../ui/record-page.ts';
import { recordPages } from '../../../ui/record-pages.tsx';
import { recordHref } from '../../../ui/record-paths.ts';
import { number } from '../../../ui/table.tsx';
import { Time, useZone } from '../../../ui/zone.tsx';
import type { SavedReport } from './api.ts';
import { Links } from './links.tsx';
import { readChoice } from './query.ts';
import { Schedules } from './schedules.tsx';
import { choiceWords } from './words.ts';

const PAGE = 'reports/saved';

/** What a saved report shows, in a line. */
function Shows({ query }: { readonly query: string }) {
  return <>{choiceWords(readChoice(new URLSearchParams(query), useZone()))}</>;
}

const SAVED_REPORTS: RecordPage<SavedReport> = {
  page: PAGE,
  api: '/api/saved-reports',
  title: 'Saved reports',
  nouns: ['report', 'reports'],
  write: 'ads',
  states: {
    active: {
      name: 'Saved',
      dot: 'good',
      meaning: 'All operators see it.',
      ways: [
        {
          to: 'deleted',
          label: 'Delete',
          Consequence: () => <>Its links open nothing any more, and it is sent no more.</>,
        },
      ],
    },
  },

  intro: 'Of all operators.',
  find: 'name, filter or webhook',
  idOf: ({ id }) => id,
  columns: {
    Name: ({ id, definition: { name } }) => <Named href={recordHref(PAGE, id)} name={name} />,
    Shows: ({ definition: { query } }) => <Shows query={query} />,
    Sent: ({ definition: { schedules = [] } }) =>
      schedules.map(({ every }) => every).join(', ') || <span class="muted">–</span>,
    Links: number(({ links }) => links.length),
    Changed: ({ changedBy, changedAt }) => (
      <span class="made">
        {changedBy}, <Time iso={changedAt} />
      </span>
    ),
  },
  none: (
    <p>
      Choose one on <a href="#/reports">Reports</a> and save it there. Then it can be shared by a
      link, and sent to a webhook.
    </p>
  ),
  many: { isFor: () => false, to: [] },

  nameOf: ({ definition: { name } }) => name,
  about: ({ definition: { query } }) => <Shows query={query} />,
  elsewhere: { isSettable: false },
  Links: ({ one: { definition } }) => (
    <a class="button primary" href={`#/reports?${definition.query}`}>
      Open
    </a>
  ),
  Sections: (part: RecordProps<SavedReport>) => (
    <>
      <Links {...part} />
      <Schedules {...part} />
    </>
  ),

  form: () => ({
    Report: [
      { name: 'name', label: 'Name', isRequired: true },
      {
        name: 'query',
        label: 'What it shows',
        isWide: true,
        isRequired: true,
        hint: 'What the address of a report has behind its question mark, like by=day&last=7d.',
      },
    ],
  }),
  empty: { name: '', query: 'by=day&last=7d' },
  next: 'Then it can be shared by a link, and sent to a webhook.',
};

export const SavedReports = recordPages(SAVED_REPORTS);
