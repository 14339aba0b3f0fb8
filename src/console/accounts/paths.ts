export type AccountPage = 'publishers' | 'partners' | 'advertisers';

/** The page of one account. */
export const hrefOf = (page: AccountPage, id: string) => `#/${page}/${encodeURIComponent(id)}`;

/** Its form. The view stands behind the path, since an account may be called like one. */
export const editHref = (page: AccountPage, id: string) => `${hrefOf(page, id)}?view=edit`;

export const newHref = (page: AccountPage) => `#/${page}?view=new`;

/** Its address in the API. */
export const apiPath = (page: AccountPage, id: string, ...more: readonly string[]) =>
  `/api/${page}/${[id, ...more].map(encodeURIComponent).join('/')}`;
