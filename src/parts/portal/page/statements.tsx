import { Empty } from '../../../ui/empty.tsx';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { Table } from '../../../ui/table.tsx';
import type { OwnMonths } from '../../statements/page/api.ts';
import { StatementLinks } from '../../statements/page/links.tsx';
import { portalPath } from './paths.ts';

const HEADS = { Month: '', State: '', 'You are owed': 'number', Statement: '' };

/** What the publisher is owed, month by month. */
export function StatementsView() {
  const resource = useResource<OwnMonths>(portalPath('statements'));
  return (
    <>
      <header class="page-head">
        <h1>Statements</h1>
        <p class="muted">
          What you are owed, by months of UTC. A month that is closed does not change; what comes
          later is in the next one.
        </p>
      </header>
      <Loaded resource={resource}>
        {({ months }) =>
          months.length === 0 ? (
            <Empty title="No month yet">
              <p>The first one begins with the first ad that is sold.</p>
            </Empty>
          ) : (
            <Table heads={HEADS}>
              {months.map(({ month, state, currency, total }) => (
                <tr key={month}>
                  <td data-label="Month">{month}</td>
                  <td data-label="State">
                    {state === 'closed' ? 'Closed' : 'Not closed: figures may still change'}
                  </td>
                  <td class="number" data-label="You are owed">
                    {total === null ? '–' : `${total} ${currency}`}
                  </td>
                  <td data-label="Statement">
                    <StatementLinks path={linkStart(month)} name={month} />
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Loaded>
    </>
  );
}

function linkStart(month: string): string {
  const path = portalPath(`statements/${month}`);
  return `${path}${path.includes('?') ? '&' : '?'}`;
}
