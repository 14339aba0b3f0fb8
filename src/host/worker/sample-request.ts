const native = {
  ver: '1.2',
  context: 2,
  contextsubtype: 22,
  plcmttype: 2,
  assets: [
    { id: 1, required: 1, title: { len: 90 } },
    { id: 2, img: { type: 3, wmin: 300, hmin: 157 } },
    { id: 3, data: { type: 1, len: 40 } },
    { id: 4, data: { type: 2, len: 140 } },
    { id: 5, data: { type: 12, len: 20 } },
  ],
  eventtrackers: [{ event: 1, methods: [1] }],
};

/** A bid request that a partner is tried with: in test mode, of nobody, with what a conversation about shoes has. */
export const SAMPLE_REQUEST = {
  test: 1,
  tmax: 400,
  imp: [
    {
      id: '1',
      bidfloor: 0.01,
      native: { request: JSON.stringify({ native }), ver: '1.2' },
      ext: { service_product_search: { max_price: 150, price_currency: 'USD' } },
    },
  ],
  site: {
    domain: 'chat.example.com',
    keywords: 'trail shoes, running',
    publisher: { id: 'parley-test' },
  },
  device: { ua: 'Mozilla/5.0 (X11; Linux x86_64)', language: 'en', devicetype: 2 },
  regs: { gdpr: 0 },
  ext: {
    service: {
      messageSequenceNumber: 3,
      messageLength: 52,
      isQuickReply: false,
      sessionDurationMs: 94_000,
      intent: {
        value: 'purchase_inquiry',
        confidence: 0.9,
        topics: ['trail shoes'],
        signals: ['price_mentioned'],
      },
    },
  },
};
