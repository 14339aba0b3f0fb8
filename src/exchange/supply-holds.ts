/** Which publishers are held until their supply is verified, and why. One for all configs of a worker. */
export type SupplyHolds = ReturnType<typeof createSupplyHolds>;

const UNKNOWN_YET =
  'this publisher is held: this machine does not know yet what the checks of its ads.txt say; try again in a minute';

export function createSupplyHolds() {
  const reasons = new Map<string, string | undefined>();
  return {
    /** Why a publisher is held; undefined: it is served. One that nobody has told of is held. */
    reasonOf: (publisher: string): string | undefined =>
      reasons.has(publisher) ? reasons.get(publisher) : UNKNOWN_YET,
    set(publisher: string, reason: string | undefined): void {
      reasons.set(publisher, reason);
    },
    forget(publisher: string): void {
      reasons.delete(publisher);
    },
  };
}
