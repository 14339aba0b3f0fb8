import { describe, expect, test } from 'bun:test';
import { BidRequestSchema } from './bid-request.ts';
import { Refusal } from './refusal.ts';
import { validate } from './validate.ts';

const NATIVE = {
  ver: '1.2',
  assets: [
    { id: 1, title: { len: 25 } },
    { id: 2, img: { type: 3 } },
    { id: 3, data: { type: 1 } },
    { id: 4, video: { mimes: ['video/mp4'], minduration: 0, maxduration: 9, protocols: [2] } },
  ],
  eventtrackers: [{ event: 1, methods: [1] }],
};

const REQUEST = {
  id: 'r',
  imp: [
    {
      id: '1',
      native: { request: '' },
      pmp: { deals: [{ id: 'd' }] },
      ext: { service: { adcpFormats: [{ agent_url: 'https://agent.example', id: 'f' }] } },
    },
  ],
  device: { geo: {} },
  user: {},
  regs: { ext: {} },
  ext: {
    service: {
      messageSequenceNumber: 1,
      messageLength: 1,
      isQuickReply: false,
      sessionDurationMs: 1,
      intent: { value: 'comparison', confidence: 1, topics: [], signals: [] },
      sentiment: { value: 'neutral', score: 0 },
      funnel: { stage: 'intent', progress: 0 },
    },
  },
};

/** Whether the request is accepted with this value at this path; a path that begins with `native` is in the native request. */
function accepts(path: string, value: unknown): boolean {
  const [root = '', ...names] = path.split('.');
  const native = structuredClone(NATIVE) as object;
  const request = structuredClone(REQUEST);
  if (root === 'native') set(native, names, value);
  const [imp] = request.imp;
  if (imp !== undefined) imp.native.request = JSON.stringify(native);
  if (root !== 'native') set(request, [root, ...names], value);
  return !(validate(request) instanceof Refusal);
}

function set(target: object, [name = '', ...rest]: readonly string[], value: unknown): void {
  const object = target as Record<string, unknown>;
  object[name] = rest.length === 0 ? value : (object[name] ?? {});
  if (rest.length > 0) set(object[name] as object, rest, value);
}

type Row = readonly [path: string, accepted: readonly unknown[], refused: readonly unknown[]];

const many = (count: number, value: unknown) => Array.from({ length: count }, () => value);
const FLAG = [
  [0, 1],
  [-1, 2],
] as const;
const CURRENCY = [['USD'], ['usd', 'US', 'EURO']] as const;
const COUNT = [[0, 1, Number.MAX_SAFE_INTEGER], [-1]] as const;
const SIZE = [
  [1, 10_000],
  [0, 10_001],
] as const;
const DOMAIN_OF_253 = `${'a'.repeat(61)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}`;
/** Values from 1 to the last of a list, and those of vendors. */
const listed = (last: number) =>
  [
    [1, last, 500],
    [0, last + 1, 499],
  ] as const;

const ROWS: readonly Row[] = [
  ['id', ['x'.repeat(64), 'a-B_9'], ['', 'x'.repeat(65), 'a b']],
  ['imp.0.id', ['x'.repeat(64)], ['', 'x'.repeat(65), 'a b']],
  [
    'imp',
    [many(10, 0).map((_, i) => impOf(`${i}`))],
    [[], many(11, 0).map((_, i) => impOf(`${i}`))],
  ],
  ['imp.0.native.ver', ['1', '1.0', '1.1', '1.2'], ['', '2', '1.3']],
  ['imp.0.native.api', [[1], [9], [500]], [[0], [10], [499]]],
  ['imp.0.native.battr', [[0], [17]], [[-1]]],
  ['imp.0.bidfloor', [0, 0.01, 1000], [-0.01, 1000.01, 0.001]],
  ['imp.0.bidfloorcur', ...CURRENCY],
  ['imp.0.secure', ...FLAG],
  ['imp.0.pmp.private_auction', ...FLAG],
  ['imp.0.pmp.deals.0.id', ['d'], ['']],
  ['imp.0.pmp.deals.0.bidfloor', [0, 1_000_000], [-1, 1_000_001]],
  ['imp.0.pmp.deals.0.bidfloorcur', ...CURRENCY],
  ['imp.0.pmp.deals.0.at', [1, 2, 3], [0, 4]],
  ['imp.0.ext.service.adcpFormats', [], [[]]],
  ['imp.0.ext.service.adcpFormats.0.id', ['f'], ['']],
  ['imp.0.ext.service.adcpFormats.0.agent_url', ['https://a.example/x'], ['http://a.example', '']],
  ['test', ...FLAG],
  ['at', [1, 2], [0, 3]],
  ['tmax', [100, 5000], [99, 5001]],
  ['cur', [['USD', 'EUR']], [['usd']]],
  ['cattax', ...COUNT],
  [
    'site.domain',
    [DOMAIN_OF_253, 'a.example'],
    [`a${DOMAIN_OF_253}`, 'localhost', '192.0.2.1', 'a_b.example'],
  ],
  ['site.cat', [many(50, 'IAB1')], [many(51, 'IAB1')]],
  ['app.bundle', ['x'.repeat(253), 'a.b_c-9'], ['x'.repeat(254), 'a b']],
  ['app.cat', [many(50, 'IAB1')], [many(51, 'IAB1')]],
  ['device.devicetype', [1, 7], [0, 8]],
  ['device.geo.lat', [-90, 90, 1.123456], [-90.1, 90.1, 1.1234567]],
  ['device.geo.lon', [-180, 180], [-180.1, 180.1]],
  ['device.geo.country', ['DE', 'DEU'], ['D', 'DEUT', 'D1']],
  ['user.gender', ['M', 'F', 'O'], ['X', 'm']],
  ['regs.coppa', ...FLAG],
  ['regs.gdpr', ...FLAG],
  ['regs.ext.gdpr', ...FLAG],
  ['regs.us_privacy', ['1YNN', '1---', '1yny'], ['2YNN', '1YN', '1YNNN', '1YNX']],
  ['regs.ext.us_privacy', ['1YNN'], ['2YNN', '1YN']],
  ['regs.gpp_sid', [many(100, 7), '7', -1, {}], [many(101, 7)]],
  ['regs.ext.gpp_sid', [many(100, 7), '7', -1, {}], [many(101, 7)]],
  ['ext.service.messageSequenceNumber', [1], [0]],
  ['ext.service.messageLength', ...COUNT],
  ['ext.service.userThinkTimeMs', ...COUNT],
  ['ext.service.sessionDurationMs', ...COUNT],
  ['ext.service.intent.value', ['anything'], ['']],
  ['ext.service.intent.confidence', [0, 1], [-0.1, 1.1]],
  ['ext.service.sentiment.value', ['positive', 'neutral', 'negative'], ['', 'sad']],
  ['ext.service.sentiment.score', [-1, 1], [-1.1, 1.1]],
  ['ext.service.funnel.stage', ['awareness', 'consideration', 'intent', 'conversion'], ['', 'x']],
  ['ext.service.funnel.progress', [0, 1], [-0.1, 1.1]],
  ['native.ver', ['1', '1.0', '1.1', '1.2'], ['', '2']],
  ['native.context', ...listed(3)],
  ['native.contextsubtype', [10, 15, 20, 22, 30, 32, 500], [9, 16, 19, 23, 29, 33, 499]],
  ['native.plcmttype', ...listed(4)],
  ['native.plcmtcnt', [1], [0]],
  ['native.seq', ...COUNT],
  ['native.assets', [], [[]]],
  ['native.assets.0.required', ...FLAG],
  ['native.assets.0.title.len', [1], [0]],
  ['native.assets.1.img.type', ...listed(3)],
  ['native.assets.1.img.w', ...SIZE],
  ['native.assets.1.img.wmin', ...SIZE],
  ['native.assets.1.img.h', ...SIZE],
  ['native.assets.1.img.hmin', ...SIZE],
  ['native.assets.2.data.type', ...listed(12)],
  ['native.assets.2.data.len', [1], [0]],
  ['native.assets.3.video.mimes', [['video/mp4']], [[]]],
  ['native.assets.3.video.protocols', [[1], [16], [500]], [[], [0], [17], [499]]],
  ['native.assets.3.video.w', ...SIZE],
  ['native.assets.3.video.h', ...SIZE],
  ['native.assets.3.video.minduration', [0], [-1]],
  ['native.aurlsupport', ...FLAG],
  ['native.durlsupport', ...FLAG],
  ['native.privacy', ...FLAG],
  ['native.eventtrackers.0.event', ...listed(4)],
  ['native.eventtrackers.0.methods', [[1], [2], [500]], [[], [0], [3], [499]]],
];

function impOf(id: string) {
  return { id, native: { request: '{"assets":[{"id":1,"title":{"len":9}}]}' } };
}

describe('a field of the request is accepted up to its bounds and refused beyond them', () => {
  test.each(ROWS.map((row) => [row[0], row] as const))('%s', (path, [, accepted, refused]) => {
    expect(accepted.filter((value) => !accepts(path, value))).toEqual([]);
    expect(refused.filter((value) => accepts(path, value))).toEqual([]);
  });
});

test('the privacy class of each field is in its schema, as an extension that OpenAPI allows', () => {
  expect(BidRequestSchema).toHaveProperty(['x-privacy', 'id'], 'context');
});

test('a refused native request is explained from its own root, wrapped or not', () => {
  const reasonOf = (native: unknown) => {
    const request = JSON.stringify(native);
    const refusal = validate({ id: 'r', imp: [{ id: '1', native: { request } }] });
    return refusal instanceof Refusal ? [refusal.code, refusal.details.reason.split(':')[0]] : [];
  };
  const assets = [{ id: 1, title: { len: 0 } }];
  expect(reasonOf({ assets })).toEqual(['INVALID_FIELD_VALUE', 'assets[0].title.len']);
  expect(reasonOf({ native: { assets } })).toEqual([
    'INVALID_FIELD_VALUE',
    'native.assets[0].title.len',
  ]);
  expect(reasonOf([])).toEqual(['INVALID_FIELD_VALUE', 'the native request']);
  expect(reasonOf({ ...NATIVE, ver: '9' })).toEqual(['UNSUPPORTED_FORMAT', 'ver']);
  expect(reasonOf({ ...NATIVE, ver: 9 })).toEqual(['INVALID_FIELD_VALUE', 'ver']);
});
