import { recordHref } from '../../../ui/record-paths.ts';
import type { PageProps } from '../../../ui/shell/router.ts';
import { BlockAdvertiser } from '../../insight/page/auctions/block-advertiser.tsx';
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
            <a href={recordHref('publishers', line.publisher)}>
              {line.publisher || 'no publisher'}
            </a>
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
