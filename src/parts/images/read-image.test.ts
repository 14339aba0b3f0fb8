import { describe, expect, test } from 'bun:test';
import { crc32 } from 'node:zlib';
import {
  avif,
  box,
  JPEG,
  joined,
  PNG,
  text,
  u16,
  u32,
  WEBP_EXTENDED,
  WEBP_LOSSLESS,
  WEBP_LOSSY,
  withOrientation,
} from '../../../test/images/fixtures.ts';
import { runs } from '../../../test/properties/runs.ts';
import { imageNameIn, imagePath } from '../../host/http/stored-images.ts';
import { hashOf, type ImageFacts, readImage } from './read-image.ts';

const FILES = {
  JPEG: [JPEG, 'image/jpeg'],
  PNG: [PNG, 'image/png'],
  'WebP with losses': [WEBP_LOSSY, 'image/webp'],
  'WebP without losses': [WEBP_LOSSLESS, 'image/webp'],
  'WebP of several parts': [WEBP_EXTENDED, 'image/webp'],
  AVIF: [avif(), 'image/avif'],
  'AVIF that moves': [avif({ brand: 'avis' }), 'image/avif'],
} as const;

const sizeOf = (file: Uint8Array) => {
  const facts = readImage(file, 'whole');
  return 'reason' in facts ? facts.reason : [facts.w, facts.h];
};

/** Each `step` bytes, and every one of the first hundred. */
const lengthsOf = ({ length }: Uint8Array, step: number) =>
  Array.from({ length }, (_, at) => at).filter((at) => at < 100 || at % step === 0);

test.each(Object.entries(FILES))(
  'a %s is known by its content, with its size, and refused where it is cut off or damaged',
  (_, [file, mime]) => {
    const known = { mime, w: 40, h: 30 };
    expect(readImage(file, 'whole')).toEqual(known);
    expect(readImage(file, 'start')).toEqual(known);
    for (const length of [...lengthsOf(file, 7), file.length - 1]) {
      const cut = file.subarray(0, length);
      expect(readImage(cut, 'whole')).toHaveProperty('reason');
      const start = readImage(cut, 'start');
      if (!('reason' in start)) expect(start).toEqual(known);
    }
    const random = createRandom(file.length);
    for (let round = 0; round < runs(200); round++) {
      const changed = Uint8Array.from(file);
      for (let count = 0; count <= round % 4; count++) {
        changed[random(changed.length)] = random(256);
      }
      const found = readImage(changed, round % 2 === 0 ? 'whole' : 'start');
      if (!('reason' in found)) expect(isUsable(found)).toBe(true);
    }
  },
);

function isUsable({ mime, w, h }: ImageFacts): boolean {
  const isSide = (side: number) => Number.isInteger(side) && side >= 1 && side <= 10_000;
  return mime.startsWith('image/') && isSide(w) && isSide(h);
}

/** The same numbers in each run. */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const PAGE = '<!doctype html><script>alert(1)</script>';

const NONE: Readonly<Record<string, Uint8Array>> = {
  nothing: new Uint8Array(0),
  'a web page': text(PAGE),
  'an SVG': text('<?xml version="1.0"?>\n<svg onload="alert(1)"/>'),
  'a GIF': text('GIF89a\x01\x00\x01\x00\x00\x00\x00;'),
  'a script': text('alert(1)'),
  'a HEIC photo': box('ftyp', text('heic'), u32(0), text('mif1')),
  'a sound': text('RIFF\x24\x00\x00\x00WAVEfmt '),
  'a page that begins like a JPEG': text(`\xff\xd8\xff${PAGE.repeat(20)}`),
  'a page that begins like a PNG': text(`\x89PNG\r\n\x1a\n${PAGE.repeat(20)}`),
  'a page that begins like a WebP': text(`RIFF\xff\x00\x00\x00WEBP${PAGE.repeat(20)}`),
  'a page behind a PNG': joined([PNG, text(PAGE)]),
  'a page behind a WebP': joined([WEBP_LOSSY, text(PAGE)]),
  'a page behind a WebP of several parts': joined([WEBP_EXTENDED, text(PAGE)]),
  'a page behind an AVIF': joined([avif(), text(PAGE)]),
  'a page behind a JPEG': joined([JPEG, text(PAGE)]),
  'a PNG of more pixels than a campaign may have': pngOf(10_001, 20),
  'a PNG without pixels': pngOf(0, 1),
  'an AVIF that is to be cropped': avif({ more: [box('clap', new Uint8Array(32))] }),
  'an AVIF that is to be rotated': avif({ quarters: 1 }),
};

test.each(Object.entries(NONE))('%s is refused', (_, content) => {
  expect(readImage(content, 'whole')).toEqual({ reason: expect.stringContaining('expected') });
});

/** The PNG with another size in its head. */
function pngOf(w: number, h: number): Uint8Array {
  const head = joined([text('IHDR'), u32(w), u32(h), PNG.subarray(24, 29)]);
  return joined([PNG.subarray(0, 12), head, u32(crc32(head)), PNG.subarray(33)]);
}

describe('the size is the one that browsers show', () => {
  test.each([
    [1, 'MM', [40, 30]],
    [3, 'II', [40, 30]],
    [5, 'II', [30, 40]],
    [6, 'MM', [30, 40]],
    [8, 'II', [30, 40]],
    [9, 'II', [40, 30]],
  ] as const)('of a JPEG with the orientation %d', (orientation, order, expected) => {
    expect(sizeOf(withOrientation(JPEG, orientation, order))).toEqual([...expected]);
  });

  test('of a PNG of the greatest side', () => {
    expect(sizeOf(pngOf(10_000, 1))).toEqual([10_000, 1]);
  });

  test('of a JPEG with a comment before it', () => {
    const comment = joined([Uint8Array.of(0xff, 0xfe), u16(4), text('hi')]);
    expect(sizeOf(joined([JPEG.subarray(0, 2), comment, JPEG.subarray(2)]))).toEqual([40, 30]);
  });
});

describe('two megabytes of anything behind the beginning of an image', () => {
  const EXIF = withOrientation(JPEG, 9, 'II').subarray(2, 40);
  const PARTS: Readonly<Record<string, Uint8Array>> = {
    zeros: new Uint8Array(1),
    ones: Uint8Array.of(0xff),
    'segments of one byte': Uint8Array.of(0xff, 0xfe, 0, 2),
    'notes of cameras': EXIF,
    'sizes of an AVIF': box('ispe', u32(0), u32(40), u32(30)),
    'empty parts of an AVIF': box('free'),
  };

  test.each(Object.entries(PARTS))('is refused or sized in a moment: %s', (_, part) => {
    for (const start of [
      JPEG.subarray(0, 2),
      PNG.subarray(0, 33),
      WEBP_EXTENDED.subarray(0, 30),
      box('ftyp', text('avif'), u32(0)),
      ...[30_000, 250_000, 2_000_000].map(avifHead),
    ]) {
      const content = new Uint8Array(2 * 1024 * 1024);
      for (let at = start.length; at + part.length <= content.length; at += part.length) {
        content.set(part, at);
      }
      content.set(start);
      const before = process.cpuUsage();
      expect(readImage(content, 'whole')).toHaveProperty('reason');
      const found = readImage(content, 'start');
      const { user, system } = process.cpuUsage(before);
      if (!('reason' in found)) expect(isUsable(found)).toBe(true);
      expect(user + system).toBeLessThan(500_000);
    }
  });
});

/** The beginning of an AVIF whose list of properties takes so many bytes. */
function avifHead(bytes: number): Uint8Array {
  const long = (type: string) => joined([u32(bytes), text(type)]);
  const head = [box('ftyp', text('avif'), u32(0)), long('meta'), u32(0), long('iprp')];
  return joined([...head, long('ipco')]);
}

test('a path names an image by its hash and type, and nothing else does', () => {
  const hash = hashOf(PNG);
  const path = imagePath(hash, 'image/png');
  expect(imageNameIn(path)).toEqual({ name: `${hash}.png`, hash, mime: 'image/png' });
  for (const other of [
    '/images/ridgeline-wide.svg',
    `/images/${hash}.svg`,
    `/images/${hash}`,
    `/images/${hash}.png/`,
    `/images/../${hash}.png`,
    `/images/${hash.toUpperCase()}.png`,
    `/images/${hash.slice(1)}.png`,
    `${path}\n`,
  ]) {
    expect(imageNameIn(other)).toBeUndefined();
  }
});
