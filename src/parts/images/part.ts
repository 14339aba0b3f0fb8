import type { Part } from '../../host/part.ts';
import { imageFilesOf } from './image-files.ts';
import { IMAGE_OPS } from './operations.ts';

export const IMAGES = {
  name: 'images',
  ops: IMAGE_OPS,
  start(host, closers) {
    const { bring, stop } = imageFilesOf(host);
    closers.defer(stop);
    return { bringImage: bring };
  },
} as const satisfies Part;
