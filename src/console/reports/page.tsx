import { useState } from 'preact/hooks';
import { REPORT_DIMENSIONS, type Report, type ReportDimension } from '../api.ts';
import { Empty } from '../ui/empty.tsx';
import { count, usd } from '../ui/format.ts';
import { Loaded } from '../ui/loaded.tsx';
import { useResource } from '../ui/resource.ts';
import { type Choice, daysAgo, queryOf } from './query.ts';

const DIMENSIONS_MAX = 3;

export function ReportsPage() {
  const [choice, setChoice] = useState<Choice>(() => ({
    by: ['day'],
    from: daysAgo(6, Date.now()),
    until: daysAgo(0, Date.now()),
  }));
  const query = queryOf(choice);
  const resource = useResource<Report>(`/api/report?${query}`);
  return (
    <>
      <header class="page-head">
        <h1>Reports</h1>
        <p class="muted">What was sold, by day of UTC.</p>
      </header>
      <Choose choice={choice} onChange={setChoice} />
      <Loaded resource={resource}>
        {(report) =>
          report.rows.length === 0 ? (
            <Empty title="Nothing was sold in this time">
              <p>Choose other days, or send a request without test mode.</p>
            </Empty>
          ) : (
            <Table report={report} by={choice.by} csvPath={`/api/report?${query}&format=csv`} />
          )
        }
      </Loaded>
    </>
  );
}

type ChooseProps = { readonly choice: Choice; readonly onChange: (choice: Choice) => void };

function Choose({ choice, onChange }: ChooseProps) {
  const toggle = (dimension: ReportDimension) => {
    const isIn = choice.by.includes(dimension);
    const by = REPORT_DIMENSIONS.filter((one) => choice.by.includes(one) !== (one === dimension));
    if (by.length > 0 && (isIn || by.length <= DIMENSIONS_MAX)) onChange({ ...choice, by });
  };
  const setDay = (day: Partial<Choice>) => {
    const next = { ...choice, ...day };
    if (next.from !== '' && next.until !== '' && next.from <= next.until) onChange(next);
  };
  return (
    <div class="filters">
      <fieldset class="toggles">
        <legend>By</legend>
        {REPORT_DIMENSIONS.map((dimension) => (
          <button
            type="button"
            key={dimension}
            aria-pressed={choice.by.includes(dimension)}
            onClick={() => toggle(dimension)}
          >
            {dimension}
          </button>
        ))}
      </fieldset>
      <label>
        From{' '}
        <input
          type="date"
          value={choice.from}
          max={choice.until}
          onChange={(event) => setDay({ from: event.currentTarget.value })}
        />
      </label>
      <label>
        to{' '}
        <input
          type="date"
          value={choice.until}
          min={choice.from}
          onChange={(event) => setDay({ until: event.currentTarget.value })}
        />
      </label>
    </div>
  );
}

type TableProps = {
  readonly report: Report;
  readonly by: readonly ReportDimension[];
  readonly csvPath: string;
};

function Table({ report: { rows }, by, csvPath }: TableProps) {
  const most = Math.max(...rows.map(({ spendUsd }) => spendUsd), Number.MIN_VALUE);
  const total = rows.reduce((sum, { spendUsd }) => sum + spendUsd, 0);
  return (
    <>
      <p class="actions">
        <strong>{usd(total)}</strong> in all
        <a class="button" href={csvPath} download>
          Download CSV
        </a>
      </p>
      <div class="table-frame">
        <table class="rows stack">
          <thead>
            <tr>
              {by.map((dimension) => (
                <th scope="col" key={dimension}>
                  {dimension}
                </th>
              ))}
              <th scope="col" class="number">
                Won
              </th>
              <th scope="col" class="number">
                Billed
              </th>
              <th scope="col" class="number">
                Clicks
              </th>
              <th scope="col">Spend</th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.keys.join(' ')}>
                {row.keys.map((key, index) => (
                  <td data-label={by[index]} key={by[index]}>
                    {key}
                  </td>
                ))}
                <td data-label="Won" class="number">
                  {count(row.wins)}
                </td>
                <td data-label="Billed" class="number">
                  {count(row.billed)}
                </td>
                <td data-label="Clicks" class="number">
                  {count(row.clicks)}
                </td>
                <td data-label="Spend" class="bar-cell">
                  <span
                    class="bar-fill"
                    style={{ width: `${(row.spendUsd / most) * 60}%` }}
                    aria-hidden="true"
                  />
                  <span>{usd(row.spendUsd)}</span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
