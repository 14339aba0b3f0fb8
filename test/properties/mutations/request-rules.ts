import type { Json } from '../json.ts';
import type { FieldRule } from './field-rule.ts';
import type { Surroundings } from './place.ts';

/** Every constraint on a field of the bid request that the field alone decides. */

const BAD_IDS = ['', ' ', 'a b', 'a.b', 'ä', 'a\n', 'x'.repeat(65)];
const BAD_FLAGS = [2, -1, 0.5];
const BEYOND_COUNT = [0.5, 2 ** 53, Number.POSITIVE_INFINITY];
const BAD_US_PRIVACY = ['', '1', '1YN', '1YNNN', '2YNN', '1YNX', ' 1YNN', '1YNN\n'];
const BAD_SHARES = [-0.01, 1.01, Number.POSITIVE_INFINITY];

const IMP: readonly FieldRule[] = [
  { at: 'imp[]', type: 'object' },
  { at: 'imp[].id', type: 'string', isRequired: true, bad: BAD_IDS },
  { at: 'imp[].native', type: 'object', isRequired: true },
  { at: 'imp[].native.request', type: 'string', isRequired: true },
  { at: 'imp[].native.ver', type: 'string', bad: ['', '1.3', '2', '1.2 '] },
  { at: 'imp[].native.api', type: 'array' },
  { at: 'imp[].native.api[]', type: 'number', bad: [0, 10, 499, 1.5] },
  {
    at: 'imp[].bidfloor',
    type: 'number',
    bad: [-0.01, -1, 0.001, 0.999, 9.999, 1000.01, 1e300, Number.POSITIVE_INFINITY],
  },
  { at: 'imp[].ext', type: 'object' },
  { at: 'imp[].ext.service', type: 'object' },
  { at: 'imp[].ext.service.adcpFormats', type: 'array', bad: [[]] },
  { at: 'imp[].ext.service.adcpFormats[]', type: 'object' },
  {
    at: 'imp[].ext.service.adcpFormats[].agent_url',
    type: 'string',
    isRequired: true,
    bad: [
      '',
      'agent.example.com',
      '/formats',
      'https://',
      'http://agent.example.com/',
      'ftp://a.b',
    ],
  },
  {
    at: 'imp[].ext.service.adcpFormats[].id',
    type: 'string',
    isRequired: true,
    bad: [''],
  },
];

function channel(name: 'site' | 'app'): readonly FieldRule[] {
  return [
    { at: name, type: 'object' },
    { at: `${name}.id`, type: 'string' },
    { at: `${name}.name`, type: 'string' },
    { at: `${name}.cat`, type: 'array', bad: [Array<Json>(51).fill('1')] },
    { at: `${name}.cat[]`, type: 'string' },
    { at: `${name}.keywords`, type: 'string' },
    { at: `${name}.publisher`, type: 'object' },
    { at: `${name}.publisher.id`, type: 'string' },
  ];
}

const LABEL = 'd'.repeat(63);

const SITE: readonly FieldRule[] = [
  ...channel('site'),
  {
    at: 'site.domain',
    type: 'string',
    bad: [
      '',
      'localhost',
      'https://example.com',
      'example.com:443',
      'example.com/path',
      'example..com',
      '.example.com',
      'example.com.',
      '-a.example.com',
      'a-.example.com',
      'exa mple.com',
      'exa_mple.com',
      'exämple.com',
      'example.com\n',
      '192.0.2.1',
      `${LABEL}x.com`,
      `${LABEL}.${LABEL}.${LABEL}.${'d'.repeat(62)}`,
    ],
  },
];

const APP: readonly FieldRule[] = [
  ...channel('app'),
  {
    at: 'app.bundle',
    type: 'string',
    bad: ['', 'com.example app', 'com/example', 'com.exämple', 'b'.repeat(254)],
  },
];

const DEVICE: readonly FieldRule[] = [
  { at: 'device', type: 'object' },
  { at: 'device.ua', type: 'string' },
  { at: 'device.ip', type: 'string' },
  { at: 'device.language', type: 'string' },
  { at: 'device.devicetype', type: 'number', bad: [0, 8, -1, 1.5] },
  { at: 'device.geo', type: 'object' },
  {
    at: 'device.geo.lat',
    type: 'number',
    bad: [-90.000001, 90.000001, 0.0000001, 45.1234567, Number.POSITIVE_INFINITY],
  },
  { at: 'device.geo.lon', type: 'number', bad: [-180.000001, 180.000001, -0.0000001, 100.1234567] },
  { at: 'device.geo.country', type: 'string', bad: ['', 'U', 'USAA', 'U1', 'ÄÖ', 'US '] },
];

const USER: readonly FieldRule[] = [
  { at: 'user', type: 'object' },
  { at: 'user.id', type: 'string' },
  { at: 'user.gender', type: 'string', bad: ['', 'm', 'X', 'MF'] },
  { at: 'user.data', type: 'array' },
  { at: 'user.data[]', type: 'object' },
  { at: 'user.data[].id', type: 'string' },
  { at: 'user.data[].name', type: 'string' },
  { at: 'user.data[].segment', type: 'array' },
  { at: 'user.data[].segment[]', type: 'object' },
  { at: 'user.data[].segment[].id', type: 'string' },
  { at: 'user.consent', type: 'string' },
  { at: 'user.ext', type: 'object' },
  { at: 'user.ext.consent', type: 'string' },
];

const REGS: readonly FieldRule[] = [
  { at: 'regs', type: 'object' },
  { at: 'regs.coppa', type: 'number', bad: BAD_FLAGS },
  { at: 'regs.gdpr', type: 'number', bad: BAD_FLAGS },
  { at: 'regs.us_privacy', type: 'string', bad: BAD_US_PRIVACY },
  { at: 'regs.gpp', type: 'string' },
  { at: 'regs.ext', type: 'object' },
  { at: 'regs.ext.gdpr', type: 'number', bad: BAD_FLAGS },
  { at: 'regs.ext.us_privacy', type: 'string', bad: BAD_US_PRIVACY },
];

const CONTEXT: readonly FieldRule[] = [
  { at: 'ext', type: 'object' },
  { at: 'ext.service', type: 'object' },
  {
    at: 'ext.service.messageSequenceNumber',
    type: 'number',
    isRequired: true,
    bad: [0, ...BEYOND_COUNT],
  },
  {
    at: 'ext.service.messageLength',
    type: 'number',
    isRequired: true,
    bad: [-1, ...BEYOND_COUNT],
  },
  { at: 'ext.service.isQuickReply', type: 'boolean', isRequired: true },
  { at: 'ext.service.userThinkTimeMs', type: 'number', bad: [-1, ...BEYOND_COUNT] },
  {
    at: 'ext.service.sessionDurationMs',
    type: 'number',
    isRequired: true,
    bad: [-1, ...BEYOND_COUNT],
  },
  { at: 'ext.service.intent', type: 'object' },
  { at: 'ext.service.intent.value', type: 'string', isRequired: true, bad: [''] },
  { at: 'ext.service.intent.confidence', type: 'number', isRequired: true, bad: BAD_SHARES },
  { at: 'ext.service.intent.topics', type: 'array', isRequired: true },
  { at: 'ext.service.intent.topics[]', type: 'string' },
  { at: 'ext.service.intent.signals', type: 'array', isRequired: true },
  { at: 'ext.service.intent.signals[]', type: 'string' },
  { at: 'ext.service.sentiment', type: 'object' },
  {
    at: 'ext.service.sentiment.value',
    type: 'string',
    isRequired: true,
    bad: ['', 'Positive', 'mixed'],
  },
  { at: 'ext.service.sentiment.score', type: 'number', isRequired: true, bad: [-1.01, 1.01] },
  { at: 'ext.service.funnel', type: 'object' },
  { at: 'ext.service.funnel.stage', type: 'string', isRequired: true, bad: ['', 'purchase'] },
  { at: 'ext.service.funnel.progress', type: 'number', isRequired: true, bad: BAD_SHARES },
  { at: 'ext.service.audience', type: 'object' },
  { at: 'ext.service.audience.interests', type: 'array' },
  { at: 'ext.service.audience.interests[]', type: 'string' },
  { at: 'ext.service.audience.behaviors', type: 'array' },
  { at: 'ext.service.audience.behaviors[]', type: 'string' },
];

export const REQUEST_RULES: readonly FieldRule[] = [
  { at: 'id', type: 'string', isRequired: true, bad: BAD_IDS },
  { at: 'imp', type: 'array', isRequired: true, bad: [[]] },
  ...IMP,
  { at: 'test', type: 'number', bad: BAD_FLAGS },
  { at: 'at', type: 'number', bad: [0, 3, 1.5] },
  { at: 'tmax', type: 'number', bad: [99, 5001, 0, -100, 100.5] },
  ...SITE,
  ...APP,
  ...DEVICE,
  ...USER,
  ...REGS,
  ...CONTEXT,
];

const CONTEXT_DEFAULT: Json = {
  messageSequenceNumber: 1,
  messageLength: 0,
  isQuickReply: false,
  sessionDurationMs: 0,
};

export const REQUEST_SURROUNDINGS: Surroundings = {
  exclusive: [['site', 'app', 'dooh']],
  defaults: {
    'imp[].native.api': [1],
    'imp[].ext.service.adcpFormats': [{ agent_url: 'https://agent.example.com/', id: 'card' }],
    'site.cat': ['1'],
    'app.cat': ['1'],
    'user.data': [{}],
    'user.data[].segment': [{}],
    'ext.service': CONTEXT_DEFAULT,
    'ext.service.intent': { value: 'comparison', confidence: 0.5, topics: ['a'], signals: ['b'] },
    'ext.service.intent.topics': ['a'],
    'ext.service.intent.signals': ['b'],
    'ext.service.sentiment': { value: 'neutral', score: 0 },
    'ext.service.funnel': { stage: 'intent', progress: 0.5 },
    'ext.service.audience.interests': ['c'],
    'ext.service.audience.behaviors': ['d'],
  },
};
