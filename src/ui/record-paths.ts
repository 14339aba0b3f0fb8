/** The page of a record. Its view stands behind the path, since one may be called `new`. */
export const recordHref = (page: string, id: string) => `#/${page}/${encodeURIComponent(id)}`;

/** The address of a record, by that of all of them, and of what is below it. */
export const recordPath = (api: string, id: string, ...more: readonly string[]) =>
  [api, ...[id, ...more].map(encodeURIComponent)].join('/');
