/** As the protocol has them. Nothing here is ever `processing`: a creative is read while its call is answered. */
export const CREATIVE_STATUSES = [
  'processing',
  'pending_review',
  'approved',
  'suspended',
  'rejected',
  'archived',
] as const;

export type CreativeStatus = (typeof CREATIVE_STATUSES)[number];
