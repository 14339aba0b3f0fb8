import type { FieldRule } from './field-rule.ts';
import type { Surroundings } from './place.ts';

/** Every constraint on a field inside a native request that the field alone decides. */

const BAD_FLAGS = [2, -1, 0.5];
const BAD_PIXELS = [0, -1, 10_001, 1.5];
const BAD_LENGTHS = [0, -1, 1.5, 2 ** 53];
const BAD_DURATIONS = [-1, 0.5, 2 ** 53];

const IMAGE: readonly FieldRule[] = [
  { at: 'assets[].img', type: 'object' },
  { at: 'assets[].img.type', type: 'number', bad: [0, 4, 499, 1.5] },
  { at: 'assets[].img.w', type: 'number', bad: BAD_PIXELS },
  { at: 'assets[].img.wmin', type: 'number', bad: BAD_PIXELS },
  { at: 'assets[].img.h', type: 'number', bad: BAD_PIXELS },
  { at: 'assets[].img.hmin', type: 'number', bad: BAD_PIXELS },
  { at: 'assets[].img.mimes', type: 'array' },
  { at: 'assets[].img.mimes[]', type: 'string' },
];

const VIDEO: readonly FieldRule[] = [
  { at: 'assets[].video', type: 'object' },
  { at: 'assets[].video.mimes', type: 'array', isRequired: true, bad: [[]] },
  { at: 'assets[].video.mimes[]', type: 'string' },
  { at: 'assets[].video.minduration', type: 'number', isRequired: true, bad: BAD_DURATIONS },
  { at: 'assets[].video.maxduration', type: 'number', isRequired: true, bad: BAD_DURATIONS },
  { at: 'assets[].video.protocols', type: 'array', isRequired: true, bad: [[]] },
  { at: 'assets[].video.protocols[]', type: 'number', bad: [0, 17, 499, 1.5] },
  { at: 'assets[].video.w', type: 'number', bad: BAD_PIXELS },
  { at: 'assets[].video.h', type: 'number', bad: BAD_PIXELS },
];

export const NATIVE_RULES: readonly FieldRule[] = [
  { at: 'context', type: 'number', bad: [0, 4, 499, 1.5] },
  { at: 'contextsubtype', type: 'number', bad: [0, 9, 16, 19, 23, 33, 499, 10.5] },
  { at: 'plcmttype', type: 'number', bad: [0, 5, 499, 1.5] },
  { at: 'plcmtcnt', type: 'number', bad: [0, -1, 1.5] },
  { at: 'seq', type: 'number', bad: [-1, 0.5] },
  { at: 'assets', type: 'array', isRequired: true, bad: [[]] },
  { at: 'assets[]', type: 'object' },
  { at: 'assets[].id', type: 'number', isRequired: true, bad: [0.5, 2 ** 53, -(2 ** 53)] },
  { at: 'assets[].required', type: 'number', bad: BAD_FLAGS },
  { at: 'assets[].title', type: 'object' },
  { at: 'assets[].title.len', type: 'number', isRequired: true, bad: BAD_LENGTHS },
  ...IMAGE,
  ...VIDEO,
  { at: 'assets[].data', type: 'object' },
  { at: 'assets[].data.type', type: 'number', isRequired: true, bad: [0, 13, 499, 1.5] },
  { at: 'assets[].data.len', type: 'number', bad: BAD_LENGTHS },
  { at: 'aurlsupport', type: 'number', bad: BAD_FLAGS },
  { at: 'durlsupport', type: 'number', bad: BAD_FLAGS },
  { at: 'eventtrackers', type: 'array' },
  { at: 'eventtrackers[]', type: 'object' },
  { at: 'eventtrackers[].event', type: 'number', isRequired: true, bad: [0, 5, 499, 1.5] },
  { at: 'eventtrackers[].methods', type: 'array', isRequired: true, bad: [[]] },
  { at: 'eventtrackers[].methods[]', type: 'number', bad: [0, 3, 499, 1.5] },
  { at: 'privacy', type: 'number', bad: BAD_FLAGS },
];

export const NATIVE_SURROUNDINGS: Surroundings = {
  exclusive: [['title', 'img', 'video', 'data']],
  defaults: {
    'assets[].title': { len: 90 },
    'assets[].img.mimes': ['image/png'],
    'assets[].video': { mimes: ['video/mp4'], minduration: 5, maxduration: 30, protocols: [2] },
    'assets[].data': { type: 1 },
    eventtrackers: [{ event: 1, methods: [1] }],
  },
};
