import { createHash } from 'node:crypto';
import { IMAGE_SIDE_MAX } from '../../demand/campaigns/campaign-schema.ts';
import { isAvif, readAvif } from './avif.ts';
import {
  type BadImage,
  type ImageBytes,
  type ImageExtent,
  type ImageSize,
  imageBytes,
} from './image-bytes.ts';
import { readJpeg } from './jpeg.ts';
import { PNG_SIGNATURE, readPng } from './png.ts';
import { readWebp } from './webp.ts';

/** The types that are taken, with the ends of their names. */
export const IMAGE_TYPES = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
} as const;

export type ImageType = keyof typeof IMAGE_TYPES;

export const IMAGE_BYTES_MAX = 2 * 1024 * 1024;

/** What the bytes of an image say of it, whatever anybody else says. */
export type ImageFacts = ImageSize & { readonly mime: ImageType };

/** The type and the size of an image as browsers show it, or why it cannot be used. Never throws. */
export function readImage(content: Uint8Array, extent: ImageExtent): ImageFacts | BadImage {
  const bytes = imageBytes(content);
  const format = FORMATS.find(({ isIt }) => isIt(bytes));
  if (format === undefined) return { reason: `expected ${TYPES_WORDS}, but got ${guess(bytes)}` };
  const size = format.read(bytes, extent);
  if ('reason' in size) return size;
  const { w, h } = size;
  if (isSide(w) && isSide(h)) return { mime: format.mime, w, h };
  return {
    reason: `expected 1 to ${IMAGE_SIDE_MAX} pixels in width and height, but the image has ${w} × ${h}`,
  };
}

type Format = {
  readonly mime: ImageType;
  readonly isIt: (bytes: ImageBytes) => boolean;
  readonly read: (bytes: ImageBytes, extent: ImageExtent) => ImageSize | BadImage;
};

const FORMATS: readonly Format[] = [
  {
    mime: 'image/jpeg',
    isIt: (bytes) => bytes.text(0, 3) === '\xff\xd8\xff',
    read: readJpeg,
  },
  {
    mime: 'image/png',
    isIt: (bytes) => bytes.text(0, PNG_SIGNATURE.length) === PNG_SIGNATURE,
    read: readPng,
  },
  {
    mime: 'image/webp',
    isIt: (bytes) => bytes.text(0, 4) === 'RIFF' && bytes.text(8, 4) === 'WEBP',
    read: readWebp,
  },
  {
    mime: 'image/avif',
    isIt: (bytes) => bytes.text(4, 4) === 'ftyp' && isAvif(bytes),
    read: readAvif,
  },
];

const TYPES_WORDS = 'a JPEG, PNG, WebP or AVIF image';

/** What people mistake for one of these. */
function guess(bytes: ImageBytes): string {
  if (bytes.length === 0) return 'nothing';
  if (bytes.text(0, 4) === 'GIF8') return 'a GIF';
  if (bytes.text(0, 2) === 'BM') return 'a BMP';
  if (bytes.text(4, 4) === 'ftyp') return 'a HEIC image or a video';
  const start = bytes.text(0, Math.min(bytes.length, GUESS_BYTES));
  if (/^\s*(?:\xef\xbb\xbf)?\s*</.test(start)) {
    return /<svg/i.test(start) ? 'an SVG' : 'a web page or other text';
  }
  return 'something else';
}

const GUESS_BYTES = 512;

function isSide(pixels: number): boolean {
  return Number.isInteger(pixels) && pixels >= 1 && pixels <= IMAGE_SIDE_MAX;
}

/** The same bytes have the same one, and no others do. */
export function hashOf(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

export function imagePath(hash: string, mime: ImageType): string {
  return `/images/${hash}.${IMAGE_TYPES[mime]}`;
}

export type ImageName = { readonly name: string; readonly hash: string; readonly mime: ImageType };

/** Of a path like `/images/<hash>.png`. undefined: it is none of an image that somebody has uploaded. */
export function imageNameIn(path: string): ImageName | undefined {
  const [, name = '', hash = '', end] = NAME.exec(path) ?? [];
  const [mime] = Object.entries(IMAGE_TYPES).find(([, one]) => one === end) ?? [];
  return mime === undefined ? undefined : { name, hash, mime: mime as ImageType };
}

const NAME = /^\/images\/(([\da-f]{64})\.(\w{3,4}))$/;
