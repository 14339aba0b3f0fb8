import {
  type BadImage,
  DAMAGED,
  type ImageBytes,
  type ImageExtent,
  type ImageSize,
  TRUNCATED,
} from './image-bytes.ts';

const MARKER = {
  end: 0xd9,
  scan: 0xda,
  /** Baseline, extended and progressive: browsers show no others. */
  frames: new Set([0xc0, 0xc1, 0xc2]),
  otherFrames: new Set([0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]),
  /** With metadata of cameras. */
  app1: 0xe1,
} as const;

const COMPONENTS: ReadonlySet<number> = new Set([1, 3, 4]);

/** What is known of an image while its segments are read. */
type JpegState = { size: ImageSize | undefined; isSideways: boolean; hasScan: boolean };

export function readJpeg(bytes: ImageBytes, extent: ImageExtent): ImageSize | BadImage {
  const state: JpegState = { size: undefined, isSideways: false, hasScan: false };
  let at = 2;
  while (at < bytes.length) {
    if (bytes.u8(at) !== 0xff) return DAMAGED;
    const marker = bytes.u8(at + 1);
    if (marker === MARKER.end) return state.hasScan && state.size ? shown(state) : DAMAGED;
    if (marker === 0xff) {
      // Any number of these may fill the space before a marker.
      at += 1;
      continue;
    }
    const length = bytes.u16(at + 2);
    const end = at + 2 + length;
    if (!(end <= bytes.length)) return TRUNCATED;
    const fault = length < 2 ? DAMAGED : take(bytes, { marker, at: at + 4, end }, state);
    if (fault !== undefined) return fault;
    if (extent === 'start' && state.size !== undefined) return shown(state);
    at = marker === MARKER.scan ? scanEnd(bytes, end) : end;
  }
  return TRUNCATED;
}

type JpegSegment = { readonly marker: number; readonly at: number; readonly end: number };

function take(bytes: ImageBytes, segment: JpegSegment, state: JpegState): BadImage | undefined {
  const { marker, at } = segment;
  if (MARKER.otherFrames.has(marker)) return DAMAGED;
  if (MARKER.frames.has(marker)) {
    const isUsual = bytes.u8(at) === 8 && COMPONENTS.has(bytes.u8(at + 5));
    if (!isUsual || state.size !== undefined) return DAMAGED;
    state.size = { w: bytes.u16(at + 3), h: bytes.u16(at + 1) };
  }
  if (marker === MARKER.scan) {
    if (state.size === undefined) return DAMAGED;
    state.hasScan = true;
  }
  if (marker === MARKER.app1 && bytes.text(at, 6) === 'Exif\0\0') {
    state.isSideways ||= isSideways(bytes, at + 6, segment.end);
  }
  return undefined;
}

/** Where the pixels of a scan end: at a byte of all ones that no zero and no restart marker follows. */
function scanEnd(bytes: ImageBytes, from: number): number {
  let at = from;
  for (;;) {
    at = bytes.find(0xff, at);
    if (at === -1) return bytes.length;
    const next = bytes.u8(at + 1);
    const isPixels = next === 0 || (next >= 0xd0 && next <= 0xd7);
    if (!isPixels) return at;
    at += 2;
  }
}

const ORIENTATION = 0x0112;
const ENTRY_BYTES = 12;

/** Whether a camera says that it was held sideways: browsers show the image upright, with its sides exchanged. */
function isSideways(bytes: ImageBytes, start: number, end: number): boolean {
  const order = bytes.text(start, 2);
  if (order !== 'II' && order !== 'MM') return false;
  const u16 = order === 'II' ? bytes.u16Little : bytes.u16;
  const u32 = order === 'II' ? bytes.u32Little : bytes.u32;
  const list = start + u32(start + 4);
  const last = Math.min(list + 2 + u16(list) * ENTRY_BYTES, end);
  for (let at = list + 2; at + ENTRY_BYTES <= last; at += ENTRY_BYTES) {
    if (u16(at) === ORIENTATION) return u16(at + 8) >= 5 && u16(at + 8) <= 8;
  }
  return false;
}

function shown({ size, isSideways: isTilted }: JpegState): ImageSize | BadImage {
  if (size === undefined) return DAMAGED;
  return isTilted ? { w: size.h, h: size.w } : size;
}
