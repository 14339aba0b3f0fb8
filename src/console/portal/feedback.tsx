import { FeedbackPeriod, FeedbackRows, PERIOD_DEFAULT, PERIODS } from '../feedback/table.tsx';
import { BlockAdvertiser } from './block.tsx';
import { portalPath } from './paths.ts';
import type { PortalPageProps } from './props.ts';

/** What people said of the ads on a publisher's pages. The address has the period. */
export function FeedbackView({ mayEdit, route: { parameters } }: PortalPageProps) {
  const days = PERIODS.find(([name]) => name === parameters.get('days'))?.[0] ?? PERIOD_DEFAULT;
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
            location.hash = `#/feedback?days=${next}`;
          }}
        />
      </div>
      <FeedbackRows
        path={portalPath(`feedback?days=${days}`)}
        actionOf={({ advertiser }) =>
          mayEdit && advertiser !== '' ? <BlockAdvertiser domain={advertiser} /> : null
        }
      />
    </>
  );
}
