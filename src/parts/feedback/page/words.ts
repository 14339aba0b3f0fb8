import type { FeedbackLine } from '../operations.ts';

/** Why people report an ad. */
const REASONS: Readonly<Record<string, string>> = {
  misleading: 'misleading or a fraud',
  offensive: 'offensive',
  illegal: 'illegal',
  irrelevant: 'does not fit',
  repeated: 'seen too often',
  other: 'something else',
};

/** Each reason with how often it was given. */
export function reasonWords({ reasons }: Pick<FeedbackLine, 'reasons'>): string {
  return reasons.map(({ reason, count }) => `${REASONS[reason] ?? reason}: ${count}`).join(', ');
}
