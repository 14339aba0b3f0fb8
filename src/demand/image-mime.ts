const MIME_BY_EXTENSION: ReadonlyMap<string, string> = new Map([
  ['svg', 'image/svg+xml'],
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['webp', 'image/webp'],
  ['avif', 'image/avif'],
  ['gif', 'image/gif'],
]);

/** The media type that the ending of a URL's path tells, if it tells one. */
export function mimeOf(url: string): string | undefined {
  const extension = /\.([a-z]+)(?:[?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? '';
  return MIME_BY_EXTENSION.get(extension);
}
