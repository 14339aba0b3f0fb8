import type { Config } from '../config/config.ts';
import type { AllowsOrigin } from '../exchange/receive.ts';

/** Those that `publishers[].origins` lists; a publisher without a list may be named by any page. */
export function createAllowsOrigin(publishers: Config['publishers']): AllowsOrigin {
  const lists = new Map(
    publishers.flatMap(({ id, origins }) =>
      origins === undefined ? [] : [[id, new Set(origins)] as const],
    ),
  );
  return (publisherId, origin) =>
    publisherId === undefined || (lists.get(publisherId)?.has(origin) ?? true);
}
