import { createHash } from 'node:crypto';
import { HEIF } from 'image-size/types/heif';
import { JPG } from 'image-size/types/jpg';
import { PNG } from 'image-size/types/png';
import { WEBP } from 'image-size/types/webp';
import { IMAGE_SIDE_MAX } from '../../demand/campaigns/campaign-schema.ts';
import type { ImageType } from '../../host/http/stored-images.ts';

export const IMAGE_BYTES_MAX = 2 * 1024 * 1024;

/** What the bytes of an image say of it, whatever anybody else says. */
export type ImageFacts = { readonly w: number; readonly h: number; readonly mime: ImageType };

/** A sentence that says why bytes are no image that can be used. */
export type BadImage = { readonly reason: string };

type Format = {
  readonly mime: ImageType;
  readonly start: RegExp;
  readonly sizes: Pick<typeof JPG, 'calculate'>;
  /** The size stands in these. They bound the time for hostile bytes, which for AVIF grows with their square. */
  readonly headBytes: number;
  /** Whether the file ends where the image does. */
  readonly isWhole: (file: Buffer) => boolean;
};

const PNG_END = Buffer.from('\0\0\0\0IEND\xae\x42\x60\x82', 'latin1');

const FORMATS: readonly Format[] = [
  {
    mime: 'image/jpeg',
    start: /^\xff\xd8\xff/,
    sizes: JPG,
    headBytes: 256 * 1024,
    isWhole: (file) => file.readUInt16BE(file.length - 2) === 0xffd9,
  },
  {
    mime: 'image/png',
    start: /^\x89PNG\r\n.\n.{4}IHDR/s,
    sizes: PNG,
    headBytes: 64,
    isWhole: (file) => file.subarray(-PNG_END.length).equals(PNG_END),
  },
  {
    mime: 'image/webp',
    start: /^RIFF.{4}WEBP/s,
    sizes: WEBP,
    headBytes: 64,
    isWhole: (file) => file.readUInt32LE(4) + 8 === file.length,
  },
  {
    mime: 'image/avif',
    start: /^.{4}ftyp(.{4})*avi[fs]/s,
    sizes: HEIF,
    headBytes: 32 * 1024,
    isWhole: isWholeAvif,
  },
];

/** The parts of the file, each with its length, fill it, and one has the pixels. */
function isWholeAvif(file: Buffer): boolean {
  let hasPixels = false;
  let at = 0;
  while (at < file.length) {
    const length = file.readUInt32BE(at);
    if (length < 8) return false;
    hasPixels ||= file.toString('latin1', at + 4, at + 8) === 'mdat';
    at += length;
  }
  return hasPixels && at === file.length;
}

const TRUNCATED: BadImage = {
  reason:
    'expected the whole image and nothing behind it, but it ends elsewhere than its file: export it anew',
};
const DAMAGED: BadImage = {
  reason: 'expected an image that can be shown, but its parts do not fit together',
};
const TURNED: BadImage = {
  reason:
    'expected an AVIF image that is neither cropped nor rotated by a note in it: export it anew',
};

/** They tell the format, and what people mistake for an image. */
const START_BYTES = 512;
/** The size of a WebP stands before. */
const SIZED_BYTES = 30;

/**
 * The type and the size of an image as browsers show it, or why it cannot be used. `extent`: whether all bytes are
 * there, or only the first ones. Never throws.
 */
export function readImage(content: Uint8Array, extent: 'whole' | 'start'): ImageFacts | BadImage {
  const file = Buffer.from(content.buffer, content.byteOffset, content.length);
  const start = file.toString('latin1', 0, START_BYTES);
  const format = FORMATS.find((one) => one.start.test(start));
  if (format === undefined) {
    return { reason: `expected a JPEG, PNG, WebP or AVIF image, but got ${guess(start)}` };
  }
  // A copy: the library reads behind the end of a part of a buffer.
  const head = content.slice(0, format.headBytes);
  if (format.mime === 'image/avif' && /irot|clap/.test(Buffer.from(head).toString('latin1'))) {
    return TURNED;
  }
  // The library takes what is missing of a WebP for zeros.
  if (head.length < SIZED_BYTES) return DAMAGED;
  try {
    if (extent === 'whole' && !format.isWhole(file)) return TRUNCATED;
    return factsOf(format, head);
  } catch {
    return DAMAGED;
  }
}

function factsOf({ mime, sizes }: Format, head: Uint8Array): ImageFacts | BadImage {
  const found = sizes.calculate(head);
  // The others of an AVIF are its thumbnail, its transparency or its tiles.
  const { width, height } = (found.images ?? []).reduce(
    (one, other) => (other.width * other.height > one.width * one.height ? other : one),
    found,
  );
  // Cameras that were held sideways say so: browsers show the image upright.
  const { orientation = 1 } = found;
  const isSideways = orientation >= 5 && orientation <= 8;
  const [w, h] = isSideways ? [height, width] : [width, height];
  if (isSide(w) && isSide(h)) return { mime, w, h };
  return {
    reason: `expected 1 to ${IMAGE_SIDE_MAX} pixels in width and height, but the image has ${w} × ${h}`,
  };
}

const isSide = (pixels: number): boolean => pixels >= 1 && pixels <= IMAGE_SIDE_MAX;

function guess(start: string): string {
  if (start === '') return 'nothing';
  if (start.startsWith('GIF8')) return 'a GIF';
  if (start.startsWith('BM')) return 'a BMP';
  if (start.slice(4, 8) === 'ftyp') return 'a HEIC image or a video';
  if (!/^\s*(?:\xef\xbb\xbf)?\s*</.test(start)) return 'something else';
  return /<svg/i.test(start) ? 'an SVG' : 'a web page or other text';
}

/** The same bytes have the same one, and no others do. */
export function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
