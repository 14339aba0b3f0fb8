import type { OwnMonth } from '../../../host/offers.ts';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { StatementLinks } from '../../../ui/statement-links.tsx';
import { number, Rows } from '../../../ui/table.tsx';
import { pathOf } from './api.ts';

const COLUMNS = {
  Month: ({ month }: OwnMonth) => month,
  State: ({ state }: OwnMonth) =>
    state === 'closed' ? 'Closed' : 'Not closed: figures may still change',
  'You are owed': number(({ total, currency }: OwnMonth) =>
    total === null ? '–' : `${total} ${currency}`,
  ),
  Statement: ({ month }: OwnMonth) => (
    <StatementLinks hrefOf={(format) => pathOf(`statements/${month}`, { format })} name={month} />
  ),
};

/** What the publisher is owed, month by month. */
export function StatementsView() {
  const resource = useResource<{ readonly months: readonly OwnMonth[] }>(pathOf('statements'));
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
        {({ months }) => <Rows rows={months} columns={COLUMNS} keyOf={({ month }) => month} />}
      </Loaded>
    </>
  );
}
