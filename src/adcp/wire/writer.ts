import type { AdcpError } from '../errors.ts';
import type { BuyerAccount } from '../records/account-record.ts';
import type { AdcpVersion } from '../versions.ts';

/** Writes the internal model in one version of the protocol. */
export type Writer = {
  /** What every answer that succeeded has beside its body. */
  readonly completed: (body: object) => object;
  readonly failed: (errors: readonly [AdcpError, ...AdcpError[]]) => object;
  readonly account: (account: BuyerAccount) => Readonly<Record<string, unknown>>;
  /** Of a list of accounts: one that was not changed, and whose state is not known. */
  readonly failedAccount: (row: object) => object;
};

/** An answer that has the version in which it is written, as those since 3.1 have. */
export type VersionedAnswer = { readonly adcp_version: AdcpVersion };
