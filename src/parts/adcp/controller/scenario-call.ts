import type { Query } from '../../../lib/sql/database.ts';
import type { StoredRecord, StoreTable } from '../../../store/store-table.ts';
import { changeIn } from '../../../store/write-store.ts';
import { authorOf } from '../author.ts';
import type { BuyerCall, SellerSources } from '../tool.ts';
import type { ControlledAccount, ControllerReach } from './reach.ts';
import type { Sandbox } from './sandbox.ts';

/** One call of the test controller, within a transaction. */
export type ScenarioCall = Pick<BuyerCall, 'buyer' | 'nowMs'> & {
  readonly sources: Pick<SellerSources, 'config' | 'publicUrl'>;
  readonly sandbox: Sandbox;
  readonly query: Query;
  readonly reach: ControllerReach;
  /** The account that the call names, which what it seeds belongs to. */
  readonly account: ControlledAccount;
};

/** Writes a record of a sandbox, whatever it was. */
export async function write<Stored extends StoredRecord, Next extends object>(
  { query, buyer, nowMs }: Pick<ScenarioCall, 'query' | 'buyer' | 'nowMs'>,
  table: StoreTable<Stored, Next>,
  { key, next }: { readonly key: string; readonly next: Next },
): Promise<void> {
  await changeIn(query, table, {
    key,
    action: 'comply_test_controller',
    author: authorOf(buyer),
    nowMs,
    decide: (): Next | { readonly kind: never } => next,
  });
}
