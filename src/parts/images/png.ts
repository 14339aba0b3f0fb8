import { crc32 } from 'node:zlib';
import {
  type BadImage,
  DAMAGED,
  type ImageBytes,
  type ImageExtent,
  type ImageSize,
  TRUNCATED,
} from './image-bytes.ts';

export const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';

const HEADER_BYTES = 13;
/** Length, type and checksum of a chunk. */
const FRAME_BYTES = 12;

/** The depths of each type of colour. */
const DEPTHS: ReadonlyMap<number, readonly number[]> = new Map([
  [0, [1, 2, 4, 8, 16]],
  [2, [8, 16]],
  [3, [1, 2, 4, 8]],
  [4, [8, 16]],
  [6, [8, 16]],
]);

export function readPng(bytes: ImageBytes, extent: ImageExtent): ImageSize | BadImage {
  const at = PNG_SIGNATURE.length;
  if (bytes.length < at + FRAME_BYTES + HEADER_BYTES) return TRUNCATED;
  const isHeader = bytes.u32(at) === HEADER_BYTES && bytes.text(at + 4, 4) === 'IHDR';
  const depths = DEPTHS.get(bytes.u8(at + 17));
  if (!isHeader || depths?.includes(bytes.u8(at + 16)) !== true) return DAMAGED;
  const fault = extent === 'whole' ? chunkFault(bytes) : undefined;
  return fault ?? { w: bytes.u32(at + 8), h: bytes.u32(at + 12) };
}

/** Goes through all chunks to the last one, behind which nothing may come. */
function chunkFault(bytes: ImageBytes): BadImage | undefined {
  let at = PNG_SIGNATURE.length;
  let hasPixels = false;
  while (at < bytes.length) {
    const end = at + FRAME_BYTES + bytes.u32(at);
    const type = bytes.text(at + 4, 4);
    if (!(end <= bytes.length)) return TRUNCATED;
    // Browsers show no image with a bad checksum in a chunk that matters: those whose names begin with a capital.
    const matters = /^[A-Z]/.test(type);
    if (matters && crc32(bytes.part(at + 4, end - 4)) !== bytes.u32(end - 4)) return DAMAGED;
    hasPixels ||= type === 'IDAT';
    if (type === 'IEND') return hasPixels && end === bytes.length ? undefined : DAMAGED;
    at = end;
  }
  return TRUNCATED;
}
