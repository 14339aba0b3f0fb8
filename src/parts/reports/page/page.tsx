import type { ReportAnswer, ReportLine } from '../../../ledger/report-text.ts';
import { Empty } from '../../../ui/empty.tsx';
import { FigureTiles } from '../../../ui/figures.tsx';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import type { PageProps } from '../../../ui/shell/router.ts';
import { dateTimeWords, useZone } from '../../../ui/zone.tsx';
import { Choose } from './choose.tsx';
import { Picture } from './picture.tsx';
import { hashOf, pathOf, queryOf, type ReportChoice, readChoice } from './query.ts';
import { SaveReport } from './save-report.tsx';
import { SavedReportsPage } from './saved.tsx';
import { ReportTable } from './table.tsx';
import { beforeWords, cellWords, columnWords } from './words.ts';

const REFRESH_MS = 10_000;
const SAVED = 'saved';

export function ReportsPage(props: PageProps) {
  const { rest } = props.route;
  if (rest === SAVED || rest.startsWith(`${SAVED}/`)) return <SavedReportsPage {...props} />;
  return <AskedReport {...props} />;
}

function AskedReport({ route, session }: PageProps) {
  const choice = readChoice(route.parameters, useZone());
  const path = pathOf(choice);
  const resource = useResource<ReportAnswer>(path, REFRESH_MS);
  const change = (next: ReportChoice) => {
    location.hash = hashOf(next);
  };
  return (
    <>
      <header class="page-head">
        <h1>Reports</h1>
        <p class="muted">
          Without tests. Days and hours are of {choice.zone}. The address of this page contains the
          report.
        </p>
        <div class="head-actions">
          <a class="button" href="#/reports/saved">
            Saved reports
          </a>{' '}
          <a class="button" href={`${path}&format=csv`} download>
            Download CSV
          </a>
        </div>
      </header>
      <Choose choice={choice} onChange={change} />
      {session.role === 'read' ? null : <SaveReport query={queryOf(choice)} key={path} />}
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
                {dateTimeWords(Date.parse(report.from), report.zone)} to{' '}
                {dateTimeWords(Date.parse(report.to), report.zone)}
                {report.before === undefined
                  ? ''
                  : `, compared with ${dateTimeWords(Date.parse(report.before.from), report.zone)} to ${dateTimeWords(Date.parse(report.before.to), report.zone)}`}
                {report.isCut
                  ? '. There are more rows than a report shows: choose less time, or fewer splits. The totals count all of them.'
                  : ''}
              </p>
              <Picture report={report} choice={choice} />
              <ReportTable
                report={report}
                by={choice.by}
                measure={choice.measure}
                onOnly={(name, value) =>
                  change({ ...choice, where: { ...choice.where, [name]: value } })
                }
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}

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
