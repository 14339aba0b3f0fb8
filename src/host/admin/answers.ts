/** The answers of the admin port to the console, page by page. Money is in USD as a decimal. */

/** `GET /api/session` */
export type SessionInfo = {
  /** `login`: every other call is refused until `POST /login`. */
  readonly access: 'local' | 'session' | 'login';
  /** Send it as `X-CSRF-Token` with every change. */
  readonly csrfToken: string | null;
  /** The URL for bid requests, for "copy as curl". */
  readonly publicUrl: string;
  /** Whose token it was, and what may be done with it. */
  readonly who: string;
  readonly role: 'admin' | 'ads' | 'read';
};

/**
 * `GET /api/portal/session`, which needs no login either. It is apart from a session of the console: one browser may have
 * both. With `?publisher=` a call is made as the operator, without it as somebody of a publisher.
 */
export type PortalSession = Pick<SessionInfo, 'csrfToken' | 'who'> & {
  readonly access: 'session' | 'operator' | 'login';
};

/** The most frequent first. */
export type Counted = { readonly reason: string; readonly count: number };
