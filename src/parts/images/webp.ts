import {
  type BadImage,
  DAMAGED,
  type ImageBytes,
  type ImageExtent,
  type ImageSize,
  TRUNCATED,
} from './image-bytes.ts';

const CHUNKS_AT = 12;
const CHUNK_HEAD_BYTES = 8;
const PIXEL_CHUNKS: ReadonlySet<string> = new Set(['VP8 ', 'VP8L', 'ANMF']);

export function readWebp(bytes: ImageBytes, extent: ImageExtent): ImageSize | BadImage {
  const size = sizeOf(bytes, bytes.text(CHUNKS_AT, 4), CHUNKS_AT + CHUNK_HEAD_BYTES);
  if (size === undefined) return bytes.length < 30 ? TRUNCATED : DAMAGED;
  const fault = extent === 'whole' ? chunkFault(bytes) : undefined;
  return fault ?? size;
}

/** By the first chunk: of pixels with losses, of pixels without, or of a canvas for further chunks. */
function sizeOf(bytes: ImageBytes, type: string, at: number): ImageSize | undefined {
  if (type === 'VP8 ') {
    const isKeyFrame = (bytes.u8(at) & 1) === 0 && bytes.text(at + 3, 3) === '\x9d\x01\x2a';
    return isKeyFrame
      ? { w: bytes.u16Little(at + 6) & 0x3fff, h: bytes.u16Little(at + 8) & 0x3fff }
      : undefined;
  }
  if (type === 'VP8L') {
    const bits = bytes.u32Little(at + 1);
    // Bits of what is not there would read as zeros.
    const isKnown = bytes.u8(at) === 0x2f && bits < 2 ** 29;
    return isKnown ? { w: (bits & 0x3fff) + 1, h: ((bits >>> 14) & 0x3fff) + 1 } : undefined;
  }
  if (type !== 'VP8X' || bytes.u32Little(at - 4) !== 10) return undefined;
  return { w: u24Little(bytes, at + 4) + 1, h: u24Little(bytes, at + 7) + 1 };
}

function u24Little(bytes: ImageBytes, at: number): number {
  return bytes.u16Little(at) + bytes.u8(at + 2) * 0x10000;
}

function chunkFault(bytes: ImageBytes): BadImage | undefined {
  const end = bytes.u32Little(4) + 8;
  if (end > bytes.length) return TRUNCATED;
  let at = CHUNKS_AT;
  let hasPixels = false;
  while (at < end) {
    hasPixels ||= PIXEL_CHUNKS.has(bytes.text(at, 4));
    const length = bytes.u32Little(at + 4);
    // Chunks of an odd length have a byte more.
    at += CHUNK_HEAD_BYTES + length + (length % 2);
  }
  return hasPixels && at === end && end === bytes.length ? undefined : DAMAGED;
}
