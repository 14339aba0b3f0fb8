import type { AuctionRecord } from './api.ts';

/** What was noticed about the request, and what was repaired in it. */
export function Warnings({ warnings }: Pick<AuctionRecord, 'warnings'>) {
  if (warnings.length === 0) return null;
  return (
    <section class="panel" aria-label="Warnings">
      <h2>Warnings</h2>
      <ul>
        {warnings.map(({ code, field, repair }, index) => (
          <li key={`${index}`}>
            {repair === null ? code : `Repaired: ${repair}`}
            {field === null ? '' : ` (${field})`}
          </li>
        ))}
      </ul>
    </section>
  );
}
