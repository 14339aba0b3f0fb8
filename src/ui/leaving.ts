/** Asks before what was typed is lost. */
type LeavingGuard = {
  readonly isChanged: () => boolean;
  /** Goes on if the answer is to leave. */
  readonly ask: (goOn: () => void) => void;
};

const guards = new Set<LeavingGuard>();

/** While a form is open. Returns what ends it. */
export function addGuard(guard: LeavingGuard): () => void {
  guards.add(guard);
  return () => {
    guards.delete(guard);
  };
}

function changedGuard(): LeavingGuard | undefined {
  return [...guards].find(({ isChanged }) => isChanged());
}

/** Whether something is typed that is not saved. */
export function isTyped(): boolean {
  return changedGuard() !== undefined;
}

/** Leaves by another way than the address, once nothing is lost by it or somebody has said so. */
export function leaveBy(goOn: () => void): void {
  const guard = changedGuard();
  if (guard === undefined) goOn();
  else guard.ask(goOn);
}
