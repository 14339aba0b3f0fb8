import type { Endpoint } from '../exchange/receive.ts';

/** Ruling 59. A slash at the end changes nothing. */
export const PATH_BY_ENDPOINT = {
  strict: '/openrtb2',
  repairing: '/openrtb2/auction',
} as const satisfies Readonly<Record<Endpoint, string>>;

export function endpointOf(path: string): Endpoint | undefined {
  switch (path) {
    case PATH_BY_ENDPOINT.strict:
    case `${PATH_BY_ENDPOINT.strict}/`:
      return 'strict';
    case PATH_BY_ENDPOINT.repairing:
    case `${PATH_BY_ENDPOINT.repairing}/`:
      return 'repairing';
    default:
      return undefined;
  }
}

/** Whether the caller takes only a 200 for no bid: `?empty=200`. The strict endpoint has only the 204. */
export function wantsEmptyBody(endpoint: Endpoint, search: string): boolean {
  if (endpoint === 'strict' || search === '') return false;
  return new URLSearchParams(search).get('empty') === '200';
}
