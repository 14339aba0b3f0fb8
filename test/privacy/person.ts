/** All of a person's data that a request can carry, to see what of it goes where. */

export const DEVICE = {
  ua: 'Mozilla/5.0',
  ip: '203.0.113.77',
  ipv6: '2001:db8:1234:5678:9abc:def0:1234:5678',
  ifa: 'ifa-secret',
  didsha1: 'h1',
  didmd5: 'h2',
  dpidsha1: 'h3',
  dpidmd5: 'h4',
  macsha1: 'h5',
  macmd5: 'h6',
  geo: {
    // Negative, as no time or duration is that may stand beside it.
    lat: -40.748817,
    lon: -73.985428,
    country: 'USA',
    city: 'New York',
    metro: '501',
    zip: '10001',
    accuracy: 5,
    ipservice: 1,
  },
};
export const USER = {
  id: 'user-secret',
  buyeruid: 'buyer-secret',
  customdata: 'custom-secret',
  yob: 1980,
  gender: 'F',
  keywords: 'shoes',
  kwarray: ['shoes'],
  eids: [{ source: 'id.example', uids: [{ id: 'eid-secret' }] }],
  data: [{ id: 'dmp', segment: [{ id: 'seg-secret' }] }],
  geo: { lat: -33.868821, lon: 151.209297 },
  ext: { eids: [{ source: 'old.example', uids: [{ id: 'old-eid-secret' }] }] },
};
export const CONTEXT = {
  messageSequenceNumber: 1,
  messageLength: 10,
  isQuickReply: false,
  sessionDurationMs: 5,
  intent: { value: 'comparison', confidence: 1, topics: ['t'], signals: [] },
  audience: { interests: ['interest-secret'], behaviors: ['b'] },
};
