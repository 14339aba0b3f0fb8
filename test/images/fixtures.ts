import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Images of 40 × 30 pixels, by the encoders of Chromium. */

const fileOf = (name: string) => new Uint8Array(readFileSync(join(import.meta.dir, 'files', name)));

export const PNG = fileOf('40x30.png');
export const JPEG = fileOf('40x30.jpg');
export const WEBP_LOSSY = fileOf('lossy.webp');
export const WEBP_LOSSLESS = fileOf('lossless.webp');
export const WEBP_EXTENDED = fileOf('extended.webp');

/** One picture, without a file around it. */
const AV1 = fileOf('picture.av1');

/** What an AVIF file says beside its picture. */
type AvifOptions = {
  readonly brand?: string;
  /** Quarters to the left that the picture is rotated by. */
  readonly quarters?: number;
  /** Properties that belong to the picture as well. */
  readonly more?: readonly Uint8Array[];
};

/** An AVIF file with a thumbnail before its picture, so that the first size in it is another one. */
export function avif({ brand = 'avif', quarters, more = [] }: AvifOptions = {}): Uint8Array {
  const properties = [
    box('ispe', u32(0), u32(8), u32(6)),
    box('ispe', u32(0), u32(40), u32(30)),
    box('av1C', Uint8Array.of(0x81, 0x00, 0x0c, 0x00)),
    box('pixi', u32(0), Uint8Array.of(3, 8, 8, 8)),
    ...(quarters === undefined ? [] : [box('irot', Uint8Array.of(quarters))]),
    ...more,
  ];
  // A reader that does not know those behind the size must not show the picture.
  const ofPicture = properties.map((_, index) => (index > 1 ? 0x80 : 0) + index + 1).slice(1);
  const metaWith = (offset: number) =>
    box(
      'meta',
      u32(0),
      box('hdlr', u32(0), u32(0), text('pict'), new Uint8Array(13)),
      box('pitm', u32(0), u16(2)),
      box(
        'iloc',
        u32(0),
        u16(0x4400),
        u16(1),
        u16(2),
        u16(0),
        u16(1),
        u32(offset),
        u32(AV1.length),
      ),
      box(
        'iinf',
        u32(0),
        u16(1),
        box('infe', u32(0x02000000), u16(2), u16(0), text('av01'), new Uint8Array(1)),
      ),
      box(
        'iprp',
        box('ipco', ...properties),
        box(
          'ipma',
          u32(0),
          u32(2),
          Uint8Array.of(0, 1, 1, 1),
          Uint8Array.of(0, 2, ofPicture.length, ...ofPicture),
        ),
      ),
    );
  const head = box('ftyp', text(brand), u32(0), text('mif1'), text('miaf'));
  const offset = head.length + metaWith(0).length + 8;
  return joined([head, metaWith(offset), box('mdat', AV1)]);
}

export function box(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const content = joined(parts);
  return joined([u32(content.length + 8), text(type), content]);
}

/** A camera’s note that it was held in another way, put into a JPEG. */
export function withOrientation(jpeg: Uint8Array, orientation: number, order: 'II' | 'MM') {
  const isLittle = order === 'II';
  const word = (value: number) => (isLittle ? u16(value).toReversed() : u16(value));
  const long = (value: number) => (isLittle ? u32(value).toReversed() : u32(value));
  const tiff = joined([
    text(order),
    word(42),
    long(8),
    word(1),
    word(0x0112),
    word(3),
    long(1),
    word(orientation),
    word(0),
    long(0),
  ]);
  const exif = joined([text('Exif\0\0'), tiff]);
  const segment = joined([Uint8Array.of(0xff, 0xe1), u16(exif.length + 2), exif]);
  return joined([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

export function joined(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

export function text(ascii: string): Uint8Array {
  return new Uint8Array(Buffer.from(ascii, 'latin1'));
}

export function u16(value: number): Uint8Array {
  return Uint8Array.of(value >>> 8, value & 255);
}

export function u32(value: number): Uint8Array {
  return joined([u16(value >>> 16), u16(value & 0xffff)]);
}
