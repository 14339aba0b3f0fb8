import { expect, test } from 'bun:test';
import { isAdcpError } from './errors.ts';
import { pageOfList } from './paging.ts';

type Asked = { readonly max_results?: number; readonly cursor?: string };

function pageIn(items: readonly number[], asked: Asked, list = 'list_numbers') {
  return pageOfList({
    list,
    asked,
    items,
    shown: (item) => (item % 2 === 0 ? item : undefined),
  });
}

async function walked(items: readonly number[], countMax: number): Promise<readonly number[][]> {
  const pages: number[][] = [];
  let cursor: string | undefined;
  do {
    const page = await pageIn(items, { max_results: countMax, ...(cursor && { cursor }) });
    if (isAdcpError(page)) throw new Error(page.message);
    expect(page.pagination.has_more).toBe(page.pagination.cursor !== undefined);
    pages.push([...page.items]);
    cursor = page.pagination.cursor;
  } while (cursor !== undefined);
  return pages;
}

test('every item is on one page, in order, and only the last page says that there is no more', async () => {
  for (const count of [0, 1, 2, 3, 4, 5, 202, 203, 500]) {
    const items = Array.from({ length: count }, (_, index) => index);
    const even = items.filter((item) => item % 2 === 0);
    for (const countMax of [1, 2, 100]) {
      const pages = await walked(items, countMax);
      expect(pages.flat()).toEqual(even);
      expect(pages.length).toBe(Math.max(1, Math.ceil(even.length / countMax)));
    }
  }
});

test('the cursor of another list, or one that nobody has given out, is refused', async () => {
  const first = await pageIn([0, 2, 4], { max_results: 1 }, 'list_others');
  const other = isAdcpError(first) ? '' : (first.pagination.cursor ?? '');
  const encoded = (text: string) => Buffer.from(text).toString('base64url');
  const wrong = [
    other,
    'x',
    '%%%',
    encoded('list_numbers/0'),
    encoded('list_numbers/-1'),
    encoded('list_numbers/1e3'),
    encoded('list_numbers/1.5'),
    `${encoded('list_numbers/1')}=`,
  ];
  for (const cursor of wrong) {
    expect(await pageIn([0, 2, 4], { cursor })).toMatchObject({
      code: 'INVALID_REQUEST',
      field: 'pagination.cursor',
    });
  }
});
