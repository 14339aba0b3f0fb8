import type { AdminRoute } from './route.ts';

/** What a call of the documented API takes: who may make it, and what the OpenAPI document says of it. */
export type Operation = Pick<AdminRoute, 'role' | 'openTo'> & {
  readonly summary: string;
  /** The schemas of its parameters, beside those in the path. */
  readonly query?: Readonly<Record<string, object>>;
  readonly headers?: Readonly<Record<string, 'required' | 'optional'>>;
  readonly body?: object;
  /** The media types of the body, where it is not JSON. */
  readonly bodyTypes?: readonly string[];
  /** The schema of the answer with status 200, where the document has one. */
  readonly answer?: object;
  /**
   * 200 alone where absent. Every call may also be refused for its token, its role, its rate or a database that is down,
   * one with a body for what that says (400), and POST and PUT for a body that is too large (413).
   */
  readonly statuses?: readonly number[];
};

export const TEXT = { type: 'string' };
export const NUMBER = { type: 'integer' };
export const PAGE = { type: 'integer', minimum: 1 };
