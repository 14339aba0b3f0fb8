import type { ShownState } from './api.ts';

type PublisherStateWords = {
  readonly name: string;
  readonly dot: 'good' | 'warn' | 'quiet';
  readonly meaning: string;
};

export const PUBLISHER_STATES: Readonly<Record<ShownState, PublisherStateWords>> = {
  invited: {
    name: 'Invited',
    dot: 'warn',
    meaning:
      'Its requests are refused until somebody has accepted an invitation, or you activate it.',
  },
  active: { name: 'Active', dot: 'good', meaning: 'Its requests are answered.' },
  paused: { name: 'Paused', dot: 'quiet', meaning: 'Its requests are refused.' },
};
