import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BringImage } from '../worker/messages.ts';
import { PICTURES_ROOT } from './images.ts';

/** Images that people have uploaded, as workers find them: under their paths, and as files of their machine. */

/** The types that are taken, with the ends of their names. */
export const IMAGE_TYPES = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
} as const;

export type ImageType = keyof typeof IMAGE_TYPES;

export function imagePath(hash: string, mime: ImageType): string {
  return `${PICTURES_ROOT}${hash}.${IMAGE_TYPES[mime]}`;
}

export type ImageName = { readonly name: string; readonly hash: string; readonly mime: ImageType };

/** Of a path like `/images/<hash>.png`. undefined: it is none of an image that somebody has uploaded. */
export function imageNameIn(path: string): ImageName | undefined {
  const [, name = '', hash = '', end] = NAME.exec(path) ?? [];
  const [mime] = Object.entries(IMAGE_TYPES).find(([, one]) => one === end) ?? [];
  return mime === undefined ? undefined : { name, hash, mime: mime as ImageType };
}

const NAME = /^\/images\/(([\da-f]{64})\.(\w{3,4}))$/;

export function imageFolder(dataDir: string): string {
  return join(dataDir, 'image-cache');
}

type StoredImage = {
  /** The path of what is in it. */
  readonly file: string;
  readonly mime: ImageType;
  readonly hash: string;
};

export type FindStored = (path: string) => Promise<StoredImage | 'unknown' | 'busy'>;

/** Of one worker. */
const ASKED_AT_ONCE_MAX = 100;

/** Finds images that people have uploaded, for one worker: in the files of its machine, or through its supervisor. */
export function createFindStored(dataDir: string, bring: BringImage): FindStored {
  const folder = imageFolder(dataDir);
  let asked = 0;

  async function findFile({ name, mime, hash }: ImageName): Promise<StoredImage | undefined> {
    const file = join(folder, name);
    try {
      await stat(file);
      return { file, mime, hash };
    } catch (error) {
      if ((error as { code?: unknown }).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  return async (path) => {
    const image = imageNameIn(path);
    if (image === undefined) return 'unknown';
    const found = await findFile(image);
    if (found !== undefined) return found;
    if (asked >= ASKED_AT_ONCE_MAX) return 'busy';
    asked += 1;
    try {
      const brought = await bring(path);
      // Written, and gone again: others needed the room.
      return brought === 'there' ? ((await findFile(image)) ?? 'busy') : brought;
    } finally {
      asked -= 1;
    }
  };
}
