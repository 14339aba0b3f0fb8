import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../test/properties/runs.ts';
import { nativeRoot } from '../../../test/properties/valid-request.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type NativeAsset, type NativeRequest, readNative } from '../openrtb/native-request.ts';
import type { NativeResponseAsset } from '../openrtb/native-response.ts';
import { sampleAd } from './test-mode.ts';

function decoded(root: unknown): NativeRequest {
  const result = readNative(JSON.stringify(root), 'request');
  if (result instanceof Refusal) throw new Error(result.details.reason);
  return result.native;
}

function characterCount(text: string): number {
  return [...text].length;
}

/** What keeps the answer from fitting what was asked for; nothing if it fits. */
function misfitsOf(asked: NativeAsset, given: NativeResponseAsset): readonly string[] {
  if (asked.id !== given.id) return ['id'];
  if (asked.title !== undefined) {
    return given.title ? textMisfits(given.title.text, asked.title.len) : ['kind'];
  }
  if (asked.img !== undefined) return given.img ? imageMisfits(asked.img, given.img) : ['kind'];
  if (asked.video !== undefined) return given.video ? [] : ['kind'];
  if (asked.data === undefined || given.data === undefined) return ['kind'];
  const { type, len = Number.POSITIVE_INFINITY } = asked.data;
  return [
    ...(given.data.type === type ? [] : ['data.type']),
    ...textMisfits(given.data.value, len),
  ];
}

function textMisfits(text: string, lengthMax: number): readonly string[] {
  if (text === '') return ['no text'];
  return characterCount(text) <= lengthMax ? [] : [`${text} is longer than ${lengthMax}`];
}

type AskedImage = NonNullable<NativeAsset['img']>;
type GivenImage = NonNullable<NativeResponseAsset['img']>;

function imageMisfits(asked: AskedImage, given: GivenImage): readonly string[] {
  return [
    ...(given.type === asked.type ? [] : ['img.type']),
    ...(fitsSide(given.w, asked.w, asked.wmin) ? [] : ['img.w']),
    ...(fitsSide(given.h, asked.h, asked.hmin) ? [] : ['img.h']),
  ];
}

/** A size alone is exact; beside a minimum, or without a size, the minimum decides. */
function fitsSide(given = 0, exact?: number, minimum?: number): boolean {
  if (minimum !== undefined) return given >= minimum;
  return exact === undefined ? given > 0 : given === exact;
}

describe('the sample ad', () => {
  test('answers every asset of any native request with its id and kind, within its bounds', () => {
    fc.assert(
      fc.property(nativeRoot, (root) => {
        const native = decoded(root);
        const { assets = [] } = sampleAd(native);
        expect(assets.length).toBe(native.assets.length);
        for (const [index, asked] of native.assets.entries()) {
          const given = assets[index];
          expect(given === undefined ? ['missing'] : misfitsOf(asked, given)).toEqual([]);
        }
      }),
      { numRuns: runs(50) },
    );
  });
});
