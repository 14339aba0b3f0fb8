import { hrefOf } from '../accounts/paths.ts';
import { BlockAdvertiser } from '../auctions/block-advertiser.tsx';
import type { PageProps } from '../router.ts';
import { daysOf, FeedbackHead, FeedbackRows } from './table.tsx';

/** What people said of ads, on the pages of all publishers. The address has the period and, where one is chosen, the publisher. */
export function FeedbackPage({ route: { parameters } }: PageProps) {
  const days = daysOf(parameters);
  const publisher = parameters.get('publisher');
  const question = { days, ...(publisher === null ? {} : { publisher }) };
  return (
    <>
      <FeedbackHead
        days={days}
        onDays={(next) => {
          location.hash = `#/feedback?${new URLSearchParams({ ...question, days: next })}`;
        }}
      >
        {publisher === null ? null : (
          <p>
            On {publisher} alone. <a href={`#/feedback?days=${days}`}>Show all</a>
          </p>
        )}
      </FeedbackHead>
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
