/** Records the requests and notices that a mock DSP received, for tests and for debugging. */

export const NOTICE_KINDS = ['win', 'billing', 'loss'] as const;
type NoticeKind = (typeof NOTICE_KINDS)[number];

type ReceivedRequest = {
  /** As text, uncompressed. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type ReceivedLog = ReturnType<typeof createReceivedLog>;

export function createReceivedLog() {
  let requestCount = 0;
  let lastRequest: ReceivedRequest | undefined;
  const noticeCounts: Record<NoticeKind, number> = { win: 0, billing: 0, loss: 0 };
  const lastNoticeUrls = new Map<NoticeKind, string>();
  return {
    requestCount: () => requestCount,
    lastRequest: () => lastRequest,
    noticeCounts: (): Readonly<Record<NoticeKind, number>> => ({ ...noticeCounts }),
    /** With its query. */
    lastNoticeUrl: (kind: NoticeKind) => lastNoticeUrls.get(kind),
    recordRequest(request: ReceivedRequest): void {
      requestCount++;
      lastRequest = request;
    },
    recordNotice(kind: NoticeKind, url: string): void {
      noticeCounts[kind]++;
      lastNoticeUrls.set(kind, url);
    },
  };
}
