import { readdirSync, readFileSync } from 'node:fs';

/**
 * One guarantee of the endpoint: what to send, and what must come back. README.md beside it explains, also
 * the `$` objects that may stand for a value (`$each`, `$repeat` and others).
 */
export type Case = {
  readonly name: string;
  /** What of the spec it covers: a field (`imp.id`), `rule 6` or `ruling 13`; coverage.test.ts has the list. */
  readonly covers: readonly string[];
  /** The request to start from, a file of `requests/`; "minimal" if absent. */
  readonly base?: string;
  /** Values to put at paths like `imp[0].bidfloor`. */
  readonly set?: Readonly<Record<string, unknown>>;
  readonly remove?: readonly string[];
  /** Becomes `imp[0].native.request`, encoded. */
  readonly native?: unknown;
  /** The body as text instead of a request. */
  readonly text?: unknown;
  /** The body as bytes in hexadecimal, for what is no text. */
  readonly hex?: string;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Compress the body. */
  readonly gzip?: boolean;
  readonly expect: Expectation;
};

export type Expectation = {
  readonly status: number;
  readonly code?: string;
  readonly message?: string;
  /** The exact `error.details.field`; null: there must be none. */
  readonly field?: string | null;
  /** Pieces that `error.details.reason` must contain. */
  readonly reason?: readonly string[];
  /** The codes of the warnings in the answer of test mode, in any order. */
  readonly warnings?: readonly string[];
  readonly integrationLevel?: number;
  /** Patterns that response headers must match. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Values in the answer at paths like `seatbid[0].bid[0].impid`. */
  readonly body?: Readonly<Record<string, unknown>>;
  /** Whether the answer's markup stands inside a `native` key. */
  readonly isWrapped?: boolean;
};

const CASES = new URL('cases/', import.meta.url);
const REQUESTS = new URL('requests/', import.meta.url);

type CaseFile = { readonly name: string; readonly cases: readonly Case[] };

export function readCases(): readonly CaseFile[] {
  return readdirSync(CASES)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => ({
      name: name.replace('.json', ''),
      cases: JSON.parse(readFileSync(new URL(name, CASES), 'utf8')) as Case[],
    }));
}

export function readRequest(name: string): unknown {
  return JSON.parse(readFileSync(new URL(`${name}.json`, REQUESTS), 'utf8'));
}
