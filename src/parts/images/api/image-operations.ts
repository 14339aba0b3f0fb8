import { type Operation, TEXT } from '../../../host/admin/operation.ts';
import { IMAGE_BYTES_MAX, IMAGE_TYPES } from '../read-image.ts';

const BYTES = { type: 'string', format: 'binary', maxLength: IMAGE_BYTES_MAX };

/** Images of creatives. */
export const IMAGE_OPERATIONS = {
  'GET /api/images': {
    role: 'read',
    summary: 'The images of an advertiser, the latest first, and how much room it has',
    query: { advertiser: TEXT },
    statuses: [200, 400],
  },
  'POST /api/images': {
    role: 'ads',
    summary:
      'Stores an image, once by its content; `url` is what a creative of a campaign takes. 200 where the advertiser has it already',
    query: { advertiser: TEXT },
    body: BYTES,
    bodyTypes: Object.keys(IMAGE_TYPES),
    statuses: [200, 201, 409, 422],
  },
  'POST /api/images/size': {
    role: 'ads',
    summary: 'The type and the size of an image elsewhere, by its first bytes',
    body: { type: 'object', required: ['url'], properties: { url: TEXT } },
    statuses: [200, 422],
  },
  'DELETE /api/images/{hash}': {
    role: 'ads',
    summary: 'Deletes an image that no campaign names',
    statuses: [204, 404, 409],
  },
} as const satisfies Readonly<Record<string, Operation>>;

export type ImageOperationName = keyof typeof IMAGE_OPERATIONS;
