import type { CallFailure, HttpReply, SendNotice } from '../../../core/auction/partner.ts';
import { isPublicIp } from '../../../lib/ip.ts';
import { NO_ALLOWED_ADDRESS } from './connection.ts';
import { createPartnerClient } from './partner-client.ts';

type NoticePartner = {
  readonly name: string;
  /** Whether the URLs in its bids may lead to addresses of the internal network. */
  readonly internalNotices?: boolean;
};

/**
 * Calls the URLs in partners' bids. These URLs are untrusted and must not reach the internal network, so only
 * public addresses are called. The entry of the partner, in the config or the store, alone makes an exception: whoever
 * has the DNS of a partner's name could otherwise make one.
 */
export function createNoticeClient(
  /** Returns the partners that are known, also those that were removed. */
  partners: () => readonly NoticePartner[],
): SendNotice {
  const sendOutside = createPartnerClient({ isAllowed: isPublicIp });
  const sendAnywhere = createPartnerClient();

  return (call, giveUpMs, partner) => {
    const known = partners().find(({ name }) => name === partner);
    if (known === undefined) return Promise.resolve(UNKNOWN_PARTNER);
    return known.internalNotices === true
      ? sendAnywhere(call, giveUpMs)
      : sendOutside(call, giveUpMs).then(withHint);
  };
}

function withHint(reply: HttpReply | CallFailure): HttpReply | CallFailure {
  return 'failure' in reply && reply.failure === NO_ALLOWED_ADDRESS ? INTERNAL_ADDRESS : reply;
}

const INTERNAL_ADDRESS = {
  failure: `${NO_ALLOWED_ADDRESS}: those of your own network need internalNotices of the partner`,
};

const UNKNOWN_PARTNER = { failure: 'there is no such partner' };
