import { preview } from '../lib/preview.ts';
import { type Refusal, refuse } from '../openrtb/refusal.ts';

export type OriginsPublisher = { readonly id: string; readonly origins?: readonly string[] };

/** The refusal of a request from a page of this origin; undefined: accepted. Servers send no `Origin`. */
export type CheckOrigin = (
  publisherId: string | undefined,
  origin: string | null,
) => Refusal | undefined;

/** Pages of the origins that `publishers[].origins` lists; of any origin, for a publisher without a list. */
export function createOriginCheck(publishers: readonly OriginsPublisher[]): CheckOrigin {
  const listsById = new Map(
    publishers.flatMap(({ id, origins }) =>
      origins === undefined ? [] : [[id, new Set(origins)] as const],
    ),
  );
  return (publisherId, origin) => {
    if (origin === null || publisherId === undefined) return undefined;
    const list = listsById.get(publisherId);
    if (list === undefined || list.has(origin)) return undefined;
    return refuse.otherOrigin(
      `expected one of the origins that are configured for this publisher, but got ${preview(origin)}`,
    );
  };
}
