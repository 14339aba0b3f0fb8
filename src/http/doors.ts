import type { Door } from '../exchange/receive.ts';

/** Ruling 59. A slash at the end changes nothing. */
export const PATH_BY_DOOR = {
  strict: '/openrtb2',
  repairing: '/openrtb2/auction',
} as const satisfies Readonly<Record<Door, string>>;

export function doorOf(path: string): Door | undefined {
  switch (path) {
    case PATH_BY_DOOR.strict:
    case `${PATH_BY_DOOR.strict}/`:
      return 'strict';
    case PATH_BY_DOOR.repairing:
    case `${PATH_BY_DOOR.repairing}/`:
      return 'repairing';
    default:
      return undefined;
  }
}

/** Whether the caller takes only a 200 for no bid: `?empty=200`. The strict endpoint has only the 204. */
export function wantsEmptyBody(door: Door, search: string): boolean {
  if (door === 'strict' || search === '') return false;
  return new URLSearchParams(search).get('empty') === '200';
}
