/** A step that need not pass, and why. */
export type Exemption = {
  readonly storyboard: string;
  /** '*': every step that does not pass. */
  readonly step: string;
  readonly reason: string;
};

/** The list stays short: one that no step needs any more fails the gate. */
export const EXEMPTIONS: readonly Exemption[] = [
  {
    storyboard: 'media_buy_seller/inventory_list_targeting',
    step: '*',
    reason: 'Lists of properties and collections are not enforced, so buys with them are refused.',
  },
  {
    storyboard: 'media_buy_seller/inventory_list_no_match',
    step: '*',
    reason: 'Lists of properties and collections are not enforced, so buys with them are refused.',
  },
  {
    storyboard: 'deterministic_testing',
    step: 'initiate_session',
    reason: 'This seller sells ads in conversations and holds none: it has no tools for sessions.',
  },
  {
    storyboard: 'deterministic_testing',
    step: 'force_session_terminated',
    reason: 'There are no sessions.',
  },
  {
    storyboard: 'deterministic_testing',
    step: 'verify_terminated_session',
    reason: 'There are no sessions.',
  },
  {
    storyboard: 'media_buy_seller',
    step: 'sync_governance',
    reason: 'No governance agent is asked before a buy, so there is no tool that takes one.',
  },
  {
    storyboard: 'idempotency',
    step: 'no_duplicate_webhooks_on_replay',
    reason: 'Without a contract the runner does not wait for webhooks, and with it half a minute.',
  },
];
