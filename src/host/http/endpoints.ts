import type { Endpoint } from '../../core/exchange/receive.ts';

/** Ruling 59. A slash at the end changes nothing. */
export const PATH_BY_ENDPOINT = {
  strict: '/openrtb2',
  repairing: '/openrtb2/auction',
} as const satisfies Readonly<Record<Endpoint, string>>;

/** Whether the caller takes only a 200 for no bid: `?empty=200`. The strict endpoint has only the 204. */
export function wantsEmptyBody(endpoint: Endpoint, search: string): boolean {
  if (endpoint === 'strict' || search === '') return false;
  return new URLSearchParams(search).get('empty') === '200';
}
