import decisions from './decisions.json';

export type Role = 'none' | 'a' | 'b' | 'read' | 'ads' | 'admin';

type Decision = {
  /** The role that an operator needs. */
  readonly operators: 'read' | 'ads' | 'admin';
  /** Whether people of publishers may call it, each for its own publisher. */
  readonly people: boolean;
};

const rowsOf = (roles: Readonly<Record<string, readonly string[]>>, people: boolean) =>
  Object.entries(roles).flatMap(([operators, names]) =>
    names.map((name) => [name, { operators, people } as Decision] as const),
  );

/** Who may call what on the admin port. A route that is added needs a row, so that somebody has decided it. */
export const ROLES: Readonly<Record<string, Decision>> = Object.fromEntries([
  ...rowsOf(decisions.operators, false),
  ...rowsOf(decisions.people, true),
]);

/** What is answered before anybody is known. */
export const OPEN = decisions.open;
