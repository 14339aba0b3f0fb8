import type { Part } from '../../host/part.ts';
import { IMAGE_OPS } from './operations.ts';

export const IMAGES = {
  name: 'images',
  ops: IMAGE_OPS,
} as const satisfies Part;
