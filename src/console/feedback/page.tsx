import { hrefOf } from '../accounts/paths.ts';
import { BlockAdvertiser } from '../auctions/block-advertiser.tsx';
import type { PageProps } from '../router.ts';
import { FeedbackPeriod, FeedbackRows, PERIOD_DEFAULT, PERIODS } from './table.tsx';

/** What people said of ads, on the pages of all publishers. The address has the period and, where one is chosen, the publisher. */
export function FeedbackPage({ route: { parameters } }: PageProps) {
  const days = PERIODS.find(([name]) => name === parameters.get('days'))?.[0] ?? PERIOD_DEFAULT;
  const publisher = parameters.get('publisher');
  const question = { days, ...(publisher === null ? {} : { publisher }) };
  return (
    <>
      <header class="page-head">
        <h1>Feedback</h1>
        <p class="muted">
          Ads that people hid, reported, or want nothing more of their advertiser. Without tests.
        </p>
      </header>
      <div class="filters">
        <FeedbackPeriod
          value={days}
          onChange={(next) => {
            location.hash = `#/feedback?${new URLSearchParams({ ...question, days: next })}`;
          }}
        />
        {publisher === null ? null : (
          <p>
            On {publisher} alone. <a href={`#/feedback?days=${days}`}>Show all</a>
          </p>
        )}
      </div>
      <FeedbackRows
        path={`/api/feedback?${new URLSearchParams(question)}`}
        whereOf={(line) => (
          <>
            {' '}
            · {line.partner} · on{' '}
            <a href={hrefOf('publishers', line.publisher)}>{line.publisher || 'no publisher'}</a>
          </>
        )}
        actionOf={({ publisher, advertiser }) => (
          <BlockAdvertiser
            publisher={publisher === '' ? null : publisher}
            adomain={advertiser === '' ? [] : [advertiser]}
          />
        )}
      />
    </>
  );
}
