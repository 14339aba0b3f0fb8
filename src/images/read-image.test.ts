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
} from '../../test/images/fixtures.ts';
import { hashOf, type ImageFacts, imageNameIn, imagePath, readImage } from './read-image.ts';

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

describe.each(Object.entries(FILES))('a %s', (_, [file, mime]) => {
  test('is known by its content, with its size', () => {
    expect(readImage(file, 'whole')).toEqual({ mime, w: 40, h: 30 });
    expect(readImage(file, 'start')).toEqual({ mime, w: 40, h: 30 });
  });

  test('that is cut off anywhere is refused as a whole', () => {
    for (let length = 0; length < file.length; length++) {
      expect(readImage(file.subarray(0, length), 'whole')).toHaveProperty('reason');
    }
  });

  test('has its size in its first bytes, or is refused, and never another size', () => {
    for (let length = 0; length < file.length; length++) {
      const facts = readImage(file.subarray(0, length), 'start');
      if (!('reason' in facts)) expect(facts).toEqual({ mime, w: 40, h: 30 });
    }
  });

  test('with any bytes changed is refused or read, with a type and sides that may be', () => {
    const random = createRandom(file.length);
    for (let round = 0; round < 4000; round++) {
      const changed = Uint8Array.from(file);
      for (let count = 0; count <= round % 4; count++) {
        changed[random(changed.length)] = random(256);
      }
      const found = readImage(changed, round % 2 === 0 ? 'whole' : 'start');
      if ('reason' in found) expect(found.reason).toContain('expected');
      else expect(isUsable(found)).toBe(true);
    }
  });
});

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

describe('what is no image is refused with a sentence', () => {
  const PAGE = '<!doctype html><script>alert(1)</script>';
  test.each([
    ['nothing', new Uint8Array(0), 'nothing'],
    ['a web page', text(PAGE), 'a web page or other text'],
    ['an SVG', text('<?xml version="1.0"?>\n<svg onload="alert(1)"/>'), 'an SVG'],
    ['a GIF', text('GIF89a\x01\x00\x01\x00\x00\x00\x00;'), 'a GIF'],
    ['a script', text('alert(1)'), 'something else'],
    ['a HEIC photo', box('ftyp', text('heic'), u32(0), text('mif1')), 'a HEIC image or a video'],
    ['a sound', text('RIFF\x24\x00\x00\x00WAVEfmt '), 'something else'],
  ])('%s', (_, content, got) => {
    expect(readImage(content, 'whole')).toEqual({
      reason: `expected a JPEG, PNG, WebP or AVIF image, but got ${got}`,
    });
  });

  test('a page that begins like an image', () => {
    for (const start of ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'RIFF\xff\x00\x00\x00WEBP']) {
      expect(readImage(text(`${start}${PAGE.repeat(20)}`), 'whole')).toHaveProperty('reason');
      expect(readImage(text(`${start}${PAGE.repeat(20)}`), 'start')).toHaveProperty('reason');
    }
  });

  test('a page behind the end of a PNG, a WebP or an AVIF', () => {
    for (const file of [PNG, WEBP_LOSSY, WEBP_EXTENDED, avif()]) {
      expect(readImage(joined([file, text(PAGE)]), 'whole')).toHaveProperty('reason');
    }
  });

  test('a PNG whose pixels are damaged', () => {
    const damaged = Uint8Array.from(PNG);
    const at = PNG.length - 40;
    damaged[at] = (damaged[at] ?? 0) ^ 1;
    expect(readImage(damaged, 'whole')).toHaveProperty('reason');
  });

  test('an image with sides that no campaign may have', () => {
    const png = pngOf(10_001, 20);
    expect(readImage(png, 'whole')).toEqual({
      reason: 'expected 1 to 10000 pixels in width and height, but the image has 10001 × 20',
    });
    expect(sizeOf(pngOf(10_000, 1))).toEqual([10_000, 1]);
    expect(sizeOf(pngOf(0, 1))).toContain('0 × 1');
  });
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

  test('of an AVIF that is rotated', () => {
    expect(sizeOf(avif({ quarters: 1 }))).toEqual([30, 40]);
    expect(sizeOf(avif({ quarters: 2 }))).toEqual([40, 30]);
  });

  test('of an AVIF that is to be cut is not guessed', () => {
    const more = [box('clap', ...Array.from({ length: 8 }, () => u32(1)))];
    expect(readImage(avif({ more }), 'whole')).toHaveProperty('reason');
  });

  test('of a JPEG with fill bytes and a comment before it', () => {
    const comment = joined([Uint8Array.of(0xff, 0xff, 0xff, 0xfe), u16(4), text('hi')]);
    expect(sizeOf(joined([JPEG.subarray(0, 2), comment, JPEG.subarray(2)]))).toEqual([40, 30]);
  });
});

test('two megabytes of anything behind the beginning of an image are refused', () => {
  const long = new Uint8Array(2 * 1024 * 1024).fill(0xff);
  for (const start of [JPEG.subarray(0, 300), PNG.subarray(0, 60), avif().subarray(0, 300)]) {
    for (const byte of [0, 1, 8, 0xff]) {
      const content = long.fill(byte);
      content.set(start);
      expect(readImage(content, 'whole')).toHaveProperty('reason');
    }
  }
});

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
