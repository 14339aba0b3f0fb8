type NoBidRow = {
  /** Before partners are asked, from their answers, or either. */
  readonly decided: 'before' | 'after' | 'either';
  /** The first sentence is the meaning, the others what the caller can do. */
  readonly words: string;
  /** What an operator can look at, or do. */
  readonly operator: string;
};

/** The slugs of the `X-NoBid-Reason` header (ruling 2), from the least to the most telling. */
export const NO_BID = {
  'no-demand': {
    decided: 'after',
    words:
      'No partner bid on this impression. Send keywords or context signals that match a campaign or product.',
    operator: 'The auction lists the partners that were asked.',
  },
  'off-topic': {
    decided: 'after',
    words:
      'Matching campaigns and products are about something else. Send more keywords or topics if the exchange got the conversation wrong.',
    operator: 'The auction names them, and what they and the conversation are about.',
  },
  timeout: {
    decided: 'after',
    words: 'The partners did not answer in time. Raise tmax.',
    operator: 'Partners shows the slow one.',
  },
  capped: {
    decided: 'after',
    words: 'Matching campaigns have reached their frequency caps.',
    operator: 'The auction names them and the cap.',
  },
  budget: {
    decided: 'after',
    words: 'Matching campaigns were held back by their budgets.',
    operator: 'The auction names them and the cause. Campaigns shows the budgets.',
  },
  currency: {
    decided: 'either',
    words:
      'There is no common currency. Allow USD in cur; /capabilities lists the currencies of the exchange.',
    operator: 'Or configure a rate under auction.rates.',
  },
  'invalid-bid': {
    decided: 'after',
    words: 'The bids were invalid. The caller can do nothing about it.',
    operator: 'The auction names the fault of each bid. Tell the partner.',
  },
  'not-secure': {
    decided: 'after',
    words:
      'The ads were not served over https. The impression has secure: 1; send secure: 0 where pages may show them. X-NoBid-Detail says more.',
    operator:
      'The partner must serve pictures and links over https. For ads of this exchange itself, listen.publicUrl has to be https.',
  },
  blocked: {
    decided: 'after',
    words:
      'The publisher blocks these ads. Check badv and bcat, and the blocks of the publisher and of the exchange.',
    operator: 'The auction names the block of each bid.',
  },
  'asset-mismatch': {
    decided: 'after',
    words:
      'No ad had all the required assets. Make fewer assets required in native.request, or allow longer texts and smaller pictures.',
    operator: '',
  },
  'below-floor': {
    decided: 'after',
    words: 'All bids were below the floor. Lower bidfloor, or the publisher’s floor.',
    operator: '',
  },
  'no-format-match': {
    decided: 'either',
    words:
      'No ad met a declared format. Declare more formats, and request their assets in native.request. /formats lists the formats.',
    operator: '',
  },
  paced: {
    decided: 'before',
    words:
      'Held back by conversation pacing. The publisher’s firstAdTurn and turnGap decide which messages carry an ad. Send another message, or change them in its settings.',
    operator: '',
  },
  sensitive: {
    decided: 'before',
    words:
      'The conversation is sensitive. No action is needed. Parley shows no ad beside a person in trouble, or where the publisher excludes negative sentiment or support requests.',
    operator: '',
  },
  'no-native': {
    decided: 'before',
    words:
      'The request asked for no native ad. Give at least one impression a native object; banners, video and audio are not sold here.',
    operator: '',
  },
} as const satisfies Readonly<Record<string, NoBidRow>>;

export type NoBidReason = keyof typeof NO_BID;

export const NO_BID_REASONS = Object.keys(NO_BID) as readonly NoBidReason[];

/** No suitable bid: a 204, never an error. */
export class NoBid {
  readonly reason: NoBidReason;
  constructor(reason: NoBidReason) {
    this.reason = reason;
  }
}
