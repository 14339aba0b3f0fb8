/** What a mock DSP was sent, for tests and people to look at. */

export const NOTICE_KINDS = ['win', 'billing', 'loss'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export type ReceivedRequest = {
  /** As text, uncompressed. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type Received = {
  readonly requestCount: () => number;
  readonly lastRequest: () => ReceivedRequest | undefined;
  readonly noticeCounts: () => Readonly<Record<NoticeKind, number>>;
  /** The address, with its parameters, that was called last for this kind. */
  readonly lastNoticeUrl: (kind: NoticeKind) => string | undefined;
};

export type ReceivedLog = Received & {
  readonly recordRequest: (request: ReceivedRequest) => void;
  readonly recordNotice: (kind: NoticeKind, url: string) => void;
};

export function createReceivedLog(): ReceivedLog {
  let requestCount = 0;
  let lastRequest: ReceivedRequest | undefined;
  const noticeCounts: Record<NoticeKind, number> = { win: 0, billing: 0, loss: 0 };
  const lastNoticeUrls = new Map<NoticeKind, string>();
  return {
    requestCount: () => requestCount,
    lastRequest: () => lastRequest,
    noticeCounts: () => ({ ...noticeCounts }),
    lastNoticeUrl: (kind) => lastNoticeUrls.get(kind),
    recordRequest(request) {
      requestCount++;
      lastRequest = request;
    },
    recordNotice(kind, url) {
      noticeCounts[kind]++;
      lastNoticeUrls.set(kind, url);
    },
  };
}
