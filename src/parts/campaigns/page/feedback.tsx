import { FeedbackRows, PERIOD_DEFAULT } from '../../feedback/page/table.tsx';

export type CampaignFeedbackProps = { readonly partner: string; readonly campaign: string };

/** What people said of its ads in the last weeks. */
export function CampaignFeedback(question: CampaignFeedbackProps) {
  const path = `/api/feedback?${new URLSearchParams({ days: PERIOD_DEFAULT, ...question })}`;
  return (
    <section class="panel" aria-labelledby="feedback">
      <h2 id="feedback">What people said of its ads in four weeks</h2>
      <FeedbackRows
        path={path}
        whereOf={({ publisher }) => ` · on ${publisher || 'no publisher'}`}
        actionOf={() => null}
      />
    </section>
  );
}
