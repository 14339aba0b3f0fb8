import { daysOf, FeedbackHead, FeedbackRows } from '../../feedback/page/table.tsx';
import { BlockAdvertiser } from './block.tsx';
import { portalPath } from './paths.ts';
import type { PortalPageProps } from './props.ts';

/** What people said of the ads on a publisher's pages. The address has the period. */
export function FeedbackView({ mayEdit, route: { parameters } }: PortalPageProps) {
  const days = daysOf(parameters);
  return (
    <>
      <FeedbackHead
        days={days}
        onDays={(next) => {
          location.hash = `#/feedback?days=${next}`;
        }}
      />
      <FeedbackRows
        path={portalPath(`feedback?days=${days}`)}
        actionOf={({ advertiser }) =>
          mayEdit && advertiser !== '' ? <BlockAdvertiser domain={advertiser} /> : null
        }
      />
    </>
  );
}
