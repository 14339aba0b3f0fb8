import { ADAGENTS_PATH, adagentsEntry } from './adagents.ts';
import { adsTxtLines } from './ads-txt.ts';
import type { FileCheck, SupplyResult } from './check-supply.ts';
import {
  declaredDomain,
  type NamedExchange,
  originMismatches,
  type SupplyPublisher,
} from './claim.ts';
import { checkOfDomain, holdOf } from './held.ts';
import type { StoredCheck } from './supply-check.ts';

/** What a publisher has to publish and what was found, as the admin port tells it. */
export type SupplyDocument = {
  readonly publisher: string;
  /** Null: it declares none. */
  readonly domain: string | null;
  readonly adsTxt: {
    /** In either file: the first is for pages, the second for apps. */
    readonly urls: readonly string[];
    readonly lines: readonly string[];
  };
  /** One of `authorized_agents` in this file. */
  readonly adagents: { readonly url: string; readonly entry: object } | null;
  /** In words, where what it declares does not match. */
  readonly mismatches: readonly string[];
  /** Null: its domain was not checked yet. */
  readonly lastCheck: {
    readonly at: string;
    readonly result: SupplyResult;
    readonly sentence: string;
    readonly files: readonly FileCheck[];
  } | null;
  /** What has to be published before its requests are served. Null: they are, or `access` is not `verified`. */
  readonly held: string | null;
};

export function supplyDocument(
  publisher: SupplyPublisher,
  exchange: NamedExchange,
  stored: StoredCheck | undefined,
  isVerifying: boolean,
): SupplyDocument {
  const domain = declaredDomain(publisher);
  const entry = adagentsEntry(publisher, exchange);
  const known = checkOfDomain(stored, domain);
  return {
    publisher: publisher.id,
    domain: domain ?? null,
    adsTxt: {
      urls:
        domain === undefined ? [] : [`https://${domain}/ads.txt`, `https://${domain}/app-ads.txt`],
      lines: adsTxtLines(publisher, exchange),
    },
    adagents: entry === undefined ? null : { url: `https://${domain}${ADAGENTS_PATH}`, entry },
    mismatches: known?.check.mismatches ?? originMismatches(publisher),
    lastCheck: known === undefined ? null : lastCheckOf(known),
    held: (isVerifying ? holdOf(publisher, exchange, stored) : undefined) ?? null,
  };
}

function lastCheckOf({ atMs, check: { result, sentence, files } }: StoredCheck) {
  return { at: new Date(atMs).toISOString(), result, sentence, files };
}
