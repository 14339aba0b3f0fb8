import { A_YEAR } from '../admin/headers.ts';

/** A picture in an ad of ours. */
export type Picture = {
  readonly body: string | Blob;
  readonly contentType: string;
  /** Of content that never changes under its path: the hash of it. */
  readonly hash?: string;
};

/** By its path. `busy`: nobody could look whether there is one. */
type FoundPicture = Picture | 'unknown' | 'busy';

export type FindPicture = (path: string) => FoundPicture | Promise<FoundPicture>;

export const PICTURES_ROOT = '/images/';

/** Of pictures that are drawn here, which may look different in another version. */
const DRAWN_AGE_SEC = 24 * 3600;
/** Of the answer that there is none. */
const UNKNOWN_AGE_SEC = 10;

export const UNKNOWN_HEADERS = { 'Cache-Control': `public, max-age=${UNKNOWN_AGE_SEC}` };

/** Whatever else the bytes could be taken for, a browser takes them for this type, and runs nothing of them. */
const HARMLESS = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

export function pictureHeaders({ contentType, hash }: Picture) {
  return {
    ...HARMLESS,
    'Content-Type': contentType,
    'Cache-Control': hash === undefined ? `public, max-age=${DRAWN_AGE_SEC}` : A_YEAR,
    ...(hash === undefined ? {} : { ETag: tagOf(hash) }),
  };
}

/** Whether the caller has the content already, as `If-None-Match` says. */
export function isKept({ hash }: Picture, ifNoneMatch: string | null): boolean {
  if (hash === undefined || ifNoneMatch === null) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(tagOf(hash)) || tags.includes('*');
}

function tagOf(hash: string): string {
  return `"${hash}"`;
}
