import type { Refusal } from '../../openrtb/refusal.ts';
import type { Caller } from './access.ts';
import type { MaybeLater } from './admin-api.ts';
import type { ChangeRefusal } from './change-refusal.ts';
import type { Role } from './identity.ts';

/** One call of someone who may make it. */
export type Call = {
  readonly request: Request;
  readonly url: URL;
  /** What the route's path has in its brackets. */
  readonly name: string;
  readonly caller: Caller;
  /** Streams may be silent for longer than other answers. */
  readonly keepOpen: () => void;
};

export type Route = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: RegExp;
  /** The role that a caller needs. */
  readonly role: Role;
  readonly answer: (call: Call) => MaybeLater<Response | Refusal | ChangeRefusal>;
};
