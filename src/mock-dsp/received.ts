/** Records the requests and notices that a mock DSP received, for tests and for debugging. */

export const NOTICE_KINDS = ['win', 'billing', 'loss'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export type ReceivedRequest = {
  /** As text, uncompressed. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type ReceivedCalls = {
  readonly requestCount: () => number;
  readonly lastRequest: () => ReceivedRequest | undefined;
  readonly noticeCounts: () => Readonly<Record<NoticeKind, number>>;
  /** The last URL that was called for this kind, with its query. */
  readonly lastNoticeUrl: (kind: NoticeKind) => string | undefined;
};

export type ReceivedLog = ReceivedCalls & {
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
