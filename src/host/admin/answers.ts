import type { Difference } from '../../lib/differences.ts';
import type { TroubleId } from '../observe/troubles.ts';

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

/** A condition that needs an operator. */
export type Trouble = {
  readonly id: TroubleId;
  /** The partner that it is about, where it is about one. */
  readonly partner?: string;
  /** `over`: it happened in the last minutes, and no longer happens. */
  readonly kind: 'warn' | 'bad' | 'over';
  /** What is wrong, with its cause where that is known; `troubleSentence` makes it a sentence. */
  readonly what: string;
  /** What still works meanwhile, and what does not. */
  readonly effect: string;
  /** What to do. */
  readonly advice: string;
  /** Where the documentation has more of it. */
  readonly docs: string;
  /** When it happened for the last time: within the second before. Absent of conditions that last. */
  readonly lastMs?: number;
  /** The page of the console with the details. */
  readonly page?:
    | 'partners'
    | 'limits'
    | 'auctions'
    | 'approvals'
    | 'buyers'
    | 'reports'
    | 'statements';
};

/** The most frequent first. */
export type Counted = { readonly reason: string; readonly count: number };

/**
 * `GET /api/publishers/{publisher}/history`, `GET /api/partners/{partner}/history`, and that of a campaign: the latest
 * first.
 */
export type AccountHistory = {
  readonly rows: readonly {
    readonly revision: number;
    readonly atMs: number;
    readonly who: string;
    readonly role: string;
    readonly action: string;
    readonly changes: readonly Difference[];
  }[];
};
