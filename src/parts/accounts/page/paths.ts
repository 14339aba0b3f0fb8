export type AccountPage = 'publishers' | 'partners' | 'advertisers' | 'buyers' | 'products';

/** The page with all of them: what is sold to AI buyers is on theirs. No buyer has a name with a slash. */
const listHref = (page: AccountPage) => `#/${page === 'products' ? 'buyers/products' : page}`;

/** The page of one account. */
export const hrefOf = (page: AccountPage, id: string) =>
  `${listHref(page)}/${encodeURIComponent(id)}`;

/** Its form. The view stands behind the path, since an account may be called like one. */
export const editHref = (page: AccountPage, id: string) => `${hrefOf(page, id)}?view=edit`;

export const newHref = (page: AccountPage) => `${listHref(page)}?view=new`;

/** Its address in the API. */
export const apiPath = (page: AccountPage, id: string, ...more: readonly string[]) =>
  `/api/${page}/${[id, ...more].map(encodeURIComponent).join('/')}`;
