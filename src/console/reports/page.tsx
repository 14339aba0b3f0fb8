import type { Report } from '../api.ts';
import type { Route } from '../router.ts';
import { Empty } from '../ui/empty.tsx';
import { count, usd } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { useResource } from '../ui/resource.ts';
import { Choose } from './choose.tsx';
import { Picture } from './picture.tsx';
import { type Choice, hashOf, pathOf, readChoice } from './query.ts';
import { ReportTable } from './table.tsx';

const REFRESH_MS = 10_000;

export function ReportsPage({ route }: { readonly route: Route }) {
  const choice = readChoice(route.parameters);
  const path = pathOf(choice);
  const resource = useResource<Report>(path, REFRESH_MS);
  const change = (next: Choice) => {
    location.hash = hashOf(next);
  };
  return (
    <>
      <header class="page-head">
        <h1>Reports</h1>
        <p class="muted">
          Requests, sales, impressions and spend, without tests. Times are in UTC. To share the
          report, share the address of this page.
        </p>
      </header>
      <Choose choice={choice} onChange={change} />
      <Loaded resource={resource}>
        {(report) =>
          report.rows.length === 0 ? (
            <Empty title="Nothing was recorded in this period">
              <p>Choose another period, or send a request without test mode.</p>
            </Empty>
          ) : (
            <>
              <Sum report={report} csvPath={`${path}&format=csv`} />
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

function Sum({ report, csvPath }: { readonly report: Report; readonly csvPath: string }) {
  const sum = (name: string) =>
    report.rows.reduce((total, row) => total + Number(row[name] ?? 0), 0);
  return (
    <div class="actions">
      <p>
        <strong>{usd(sum('spend_usd'))}</strong> earned, {count(sum('sold'))} sold,{' '}
        {count(sum('impressions'))} shown, {count(sum('clicks'))} clicked
        {report.isCut ? '; there are more rows than a report shows: narrow the selection' : ''}
      </p>
      <a class="button" href={csvPath} download>
        Download CSV
      </a>
    </div>
  );
}
