import type { ReportAnswer, ReportLine } from '../../../ledger/report-text.ts';
import { Empty } from '../../../ui/empty.tsx';
import { FigureTiles } from '../../../ui/figures.tsx';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import type { PageProps } from '../../../ui/shell/router.ts';
import { dateTimeWords, useZone } from '../../../ui/zone.tsx';
import { type Change, Choose } from './choose.tsx';
import { Picture } from './picture.tsx';
import { filtersOf, queryText, reportOf, withAsked } from './query.ts';
import { SavedReportsPage, savingHref } from './saved.tsx';
import { ReportTable } from './table.tsx';
import { beforeWords, cellWords, columnWords } from './words.ts';

const REFRESH_MS = 10_000;

export function ReportsPage(props: PageProps) {
  return /^saved(\/|$)/.test(props.route.rest) ? (
    <SavedReportsPage {...props} />
  ) : (
    <AskedReport {...props} />
  );
}

function AskedReport({ route, session }: PageProps) {
  const asked = reportOf(route.parameters, useZone());
  const query = queryText(asked);
  const path = `/api/report?${query}`;
  const resource = useResource<ReportAnswer>(path, REFRESH_MS);
  const change: Change = (changes) => {
    location.hash = `#/reports?${queryText(withAsked(asked, changes))}`;
  };
  return (
    <>
      <header class="page-head">
        <h1>Reports</h1>
        <p class="muted">
          Without tests. Days and hours are of {asked.get('zone')}. The address of this page
          contains the report.
        </p>
        <div class="head-actions">
          <a class="button" href="#/reports/saved">
            Saved reports
          </a>{' '}
          {session.role === 'read' ? null : (
            <a class="button" href={savingHref(query)}>
              Save this report
            </a>
          )}{' '}
          <a class="button" href={`${path}&format=csv`} download>
            Download CSV
          </a>
        </div>
      </header>
      <Choose asked={asked} change={change} />
      <Loaded resource={resource}>
        {(report) =>
          report.rows.length === 0 ? (
            <Empty title="Nothing was recorded in this period">
              <p>
                Choose another period. Tests are not in reports: send a request without test mode to
                see one here.
              </p>
            </Empty>
          ) : (
            <>
              <Sums totals={report.totals} />
              <p class="muted" role="status">
                {spanWords(report, report.zone)}
                {report.before === undefined
                  ? ''
                  : `, compared with ${spanWords(report.before, report.zone)}`}
                {report.isCut
                  ? '. There are more rows than a report shows: choose less time, or fewer splits. The totals count all of them.'
                  : ''}
              </p>
              <Picture report={report} asked={asked} />
              <ReportTable
                report={report}
                asked={asked}
                onOnly={(name, value) => {
                  const others = filtersOf(asked).filter((one) => one.name !== name);
                  change({ where: [...others.map(({ text }) => text), `${name}=${value}`] });
                }}
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}

type Span = Pick<ReportAnswer, 'from' | 'to'>;

const spanWords = ({ from, to }: Span, zone: string) =>
  [from, to].map((time) => dateTimeWords(Date.parse(time), zone)).join(' to ');

const SUMS = [
  'spend_usd',
  'earnings_usd',
  'margin_usd',
  'ecpm_usd',
  'sold',
  'fill',
  'impressions',
  'click_rate',
];

function Sums({ totals }: { readonly totals: ReportLine }) {
  return (
    <div class="report-sums">
      <FigureTiles
        tiles={SUMS.map((name) => {
          const { name: title, meaning } = columnWords(name);
          const note = beforeWords(name, totals)?.join(', ');
          return { name: title, title: meaning, figure: cellWords(name, totals[name]), note };
        })}
      />
    </div>
  );
}
