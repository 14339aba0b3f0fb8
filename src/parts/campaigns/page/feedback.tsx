import { Feedback } from '../../accounts/page/feedback.tsx';

export type CampaignFeedbackProps = { readonly partner: string; readonly campaign: string };

/** What people said of its ads. */
export function CampaignFeedback(question: CampaignFeedbackProps) {
  return <Feedback path={`/api/feedback?${new URLSearchParams(question)}`} />;
}
