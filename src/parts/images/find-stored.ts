import { type BringImage, findImageFile, imageFolder } from './image-files.ts';
import { type ImageType, imageNameIn } from './read-image.ts';

/** Names that the database did not have are not asked for again meanwhile. */
const UNKNOWN_SEC = 10;
const UNKNOWN_NAMES_MAX = 10_000;
/** Of one worker. */
const ASKED_AT_ONCE_MAX = 100;

type StoredImage = {
  /** The path of what is in it. */
  readonly file: string;
  readonly mime: ImageType;
  readonly hash: string;
};

export type FindStored = (path: string) => Promise<StoredImage | 'unknown' | 'busy'>;

/** Finds images that people have uploaded, for one worker: in the files of its machine, or through its supervisor. */
export function createFindStored(
  dataDir: string,
  bring: BringImage,
  tickMs: () => number,
): FindStored {
  const folder = imageFolder(dataDir);
  const unknownUntilMs = new Map<string, number>();
  let asked = 0;

  function remember(name: string): void {
    if (unknownUntilMs.size >= UNKNOWN_NAMES_MAX) unknownUntilMs.clear();
    unknownUntilMs.set(name, tickMs() + UNKNOWN_SEC * 1000);
  }

  async function ask(path: string) {
    if (asked >= ASKED_AT_ONCE_MAX) return 'busy';
    asked += 1;
    try {
      return await bring(path);
    } finally {
      asked -= 1;
    }
  }

  return async (path) => {
    const image = imageNameIn(path);
    if (image === undefined) return 'unknown';
    const { name, mime, hash } = image;
    if ((unknownUntilMs.get(name) ?? 0) > tickMs()) return 'unknown';
    const first = await findImageFile(folder, image);
    if (first !== undefined) return { file: first, mime, hash };
    const brought = await ask(path);
    if (brought === 'unknown') remember(name);
    if (brought !== 'there') return brought;
    const file = await findImageFile(folder, image);
    // Written, and gone again: others needed the room.
    return file === undefined ? 'busy' : { file, mime, hash };
  };
}
