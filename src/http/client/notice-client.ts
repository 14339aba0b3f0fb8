import type { SendNotice } from '../../demand/partner.ts';
import { isPublicIp } from '../../lib/ip.ts';
import { createPartnerClient } from './partner-client.ts';

export type NoticePartner = {
  readonly name: string;
  /** Whether the URLs in its bids may lead to addresses of the internal network. */
  readonly internalNotices?: boolean;
};

/**
 * Calls the URLs in partners' bids. These URLs are untrusted and must not reach the internal network, so only
 * public addresses are called. The config alone makes an exception: whoever has the DNS of a partner's name could
 * otherwise make one.
 */
export function createNoticeClient(
  /** Returns the partners of the current config. */
  partners: () => readonly NoticePartner[],
): SendNotice {
  const sendOutside = createPartnerClient({ isAllowed: isPublicIp });
  const sendAnywhere = createPartnerClient();

  return (call, giveUpMs, partner) => {
    const isTrusted = partners().find(({ name }) => name === partner)?.internalNotices === true;
    return (isTrusted ? sendAnywhere : sendOutside)(call, giveUpMs);
  };
}
