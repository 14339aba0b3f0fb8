import Type, { type Static } from 'typebox';
import { CREATIVES_MAX } from '../../demand/campaigns/campaign-schema.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import type { Query } from '../../lib/sql/database.ts';
import {
  BUY_TABLE,
  type BuyPackage,
  type CreativeAssignment,
  flightOf,
  type MediaBuy,
} from './buy.ts';
import type { LibraryCreative } from './creatives.ts';
import { type AdcpError, attempt, fail, Refused, refuse } from './errors.ts';
import { CreativeId } from './keep-creative.ts';
import { type LibraryTerms, readBuys, readCreative } from './library.ts';
import { checkCreative, type ServeTerms, serveBuy } from './serve-buy.ts';

/** What a buyer wants of one package and one creative. */
export type AssignmentOperation = {
  readonly operation: 'assign' | 'unassign' | 'replace';
  readonly creativeId: string;
  readonly packageId: string;
  /** Of `replace`: the creative that goes. */
  readonly replaces: string | undefined;
  readonly weight: number | undefined;
  /** Where the buyer has written it. */
  readonly field: string;
};

const OPERATIONS_MAX = 500;
const PLACEMENTS_MAX = 100;

const PackageId = Type.String({ minLength: 1, maxLength: 255 });

const ASSIGNMENT = {
  creative_id: CreativeId,
  package_id: PackageId,
  weight: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, expects: 'a whole number from 0 to 100' }),
  ),
  placement_ids: Type.Optional(Type.Array(PackageId, { maxItems: PLACEMENTS_MAX })),
};

const CLOSED = { additionalProperties: false };

/** The form of all versions, and the one of 3.2 that also takes creatives away. */
export const ASSIGNMENT_ARGS = {
  assignments: Type.Optional(
    Type.Array(Type.Object(ASSIGNMENT, CLOSED), { minItems: 1, maxItems: OPERATIONS_MAX }),
  ),
  assignment_operations: Type.Optional(
    Type.Array(
      Type.Object(
        {
          operation: Type.Enum(['assign', 'unassign', 'replace']),
          ...ASSIGNMENT,
          replaces_creative_id: Type.Optional(CreativeId),
        },
        CLOSED,
      ),
      { minItems: 1, maxItems: OPERATIONS_MAX },
    ),
  ),
};

const Args = Type.Object(ASSIGNMENT_ARGS);

type SyncAssignmentArgs = DeepReadonly<Static<typeof Args>>;

/** The operations in their order, or what is wrong with them. */
export function readOperations({
  assignments,
  assignment_operations: operations,
}: SyncAssignmentArgs): readonly AssignmentOperation[] {
  if (assignments !== undefined && operations !== undefined) {
    refuse.malformed('assignments', 'expected either assignments or assignment_operations');
  }
  const name = operations === undefined ? 'assignments' : 'assignment_operations';
  const asked = operations ?? assignments?.map((one) => ({ ...one, operation: 'assign' as const }));
  const read: AssignmentOperation[] = [];
  for (const [index, one] of (asked ?? []).entries()) {
    const field = `${name}[${index}]`;
    const replaces = 'replaces_creative_id' in one ? one.replaces_creative_id : undefined;
    if (one.placement_ids !== undefined) noPlacements(field);
    if ((one.operation === 'replace') !== (replaces !== undefined)) {
      const reason = 'expected the creative that goes, with the operation "replace" alone';
      const path = `${field}.replaces_creative_id`;
      refuse.malformed(path, reason);
    }
    const { operation, creative_id: creativeId, package_id: packageId, weight } = one;
    read.push({ operation, creativeId, packageId, replaces, weight, field });
  }
  return read;
}

const noPlacements = (field: string) =>
  refuse.unsupported(`${field}.placement_ids`, 'packages have no placements of their own', {
    suggestion: 'Leave placement_ids out: a creative runs wherever its package does.',
  });

export type AssignmentResult = AssignmentOperation & { readonly error: AdcpError | undefined };

type AssignedCreatives = {
  /** The buys of the account as they are now. */
  readonly buys: readonly MediaBuy[];
  readonly results: readonly AssignmentResult[];
  /** Why a buy cannot be served like this: the whole change is taken back. */
  readonly fault: AdcpError | undefined;
};

type AssignTerms = {
  readonly library: LibraryTerms;
  readonly serve: ServeTerms;
  /** Ids of creatives whose copies in campaigns have to change. */
  readonly changed: ReadonlySet<string>;
};

/**
 * Carries out assignments in their order and brings creatives that have changed to the campaigns that show them, in the
 * transaction of the caller. What is wrong with one operation leaves the others as they are.
 */
export async function assignCreatives(
  query: Query,
  { library, serve, changed }: AssignTerms,
  operations: readonly AssignmentOperation[],
): Promise<AssignedCreatives> {
  const { account } = library;
  const buys = await readBuys(query, { account: account.id });
  const drafts = new Map<string, BuyPackage>();
  const results: AssignmentResult[] = [];
  for (const operation of operations) {
    const creative = await readCreative(query, account.id, operation.creativeId);
    const next = attempt(() => assigned({ buys, drafts, library, serve }, operation, creative));
    if (!(next instanceof Refused)) drafts.set(next.id, next);
    results.push({ ...operation, error: next instanceof Refused ? next.errors[0] : undefined });
  }
  refuseMixedWeights(drafts, results);
  const change = { action: 'assign creatives', author: serve.author, nowMs: serve.nowMs };
  const now: MediaBuy[] = [];
  for (const buy of buys) {
    const packages = buy.definition.packages.map((line) => drafts.get(line.id) ?? line);
    const isChanged = packages.some((line) => drafts.has(line.id));
    const next = isChanged
      ? await BUY_TABLE.change(
          query,
          { ...buy, definition: { ...buy.definition, packages } },
          change,
        )
      : buy;
    now.push(next);
    const shows = ({ assignments }: BuyPackage) =>
      assignments.some(({ creativeId }) => changed.has(creativeId));
    if (!isChanged && !packages.some(shows)) continue;
    const fault = await serveBuy(query, account, next, serve);
    if (fault !== undefined) return { buys: now, results, fault };
  }
  return { buys: now, results, fault: undefined };
}

/** A package stays as it was where the operations together leave creatives with a weight beside others without one. */
function refuseMixedWeights(drafts: Map<string, BuyPackage>, results: AssignmentResult[]): void {
  for (const { id, assignments } of [...drafts.values()]) {
    const count = assignments.filter(({ weight }) => weight !== undefined).length;
    if (count === 0 || count === assignments.length) continue;
    drafts.delete(id);
    for (const [index, one] of results.entries()) {
      if (one.packageId === id) results[index] = { ...one, error: mixed(one.field) };
    }
  }
}

const mixed = (field: string) =>
  fail.invalid(
    `${field}.weight`,
    'expected a weight for each creative of the package, or for none',
  );

type Drafted = Omit<AssignTerms, 'changed'> & {
  readonly buys: readonly MediaBuy[];
  /** Packages as the operations before have left them. */
  readonly drafts: ReadonlyMap<string, BuyPackage>;
};

/** The package after the operation, or why it stays. */
function assigned(
  { buys, drafts, library, serve }: Drafted,
  operation: AssignmentOperation,
  creative: LibraryCreative | undefined,
): BuyPackage {
  const { packageId, creativeId, field, replaces } = operation;
  const { isSandbox } = library.account.definition;
  const buy = buys.find(({ definition }) => definition.packages.some(({ id }) => id === packageId));
  const found = buy?.definition.packages.find(({ id }) => id === packageId);
  if (buy === undefined || found === undefined) return noPackage(field);
  const line = drafts.get(packageId) ?? found;
  if (buy.state !== 'open' || line.canceled !== undefined) return over(field, 'is canceled');
  if (flightOf(buy.definition, line).endMs <= serve.nowMs) return over(field, 'has ended');
  const goes = operation.operation === 'unassign' ? creativeId : replaces;
  if (goes !== undefined && !line.assignments.some((one) => one.creativeId === goes)) {
    const name = goes === creativeId ? 'creative_id' : 'replaces_creative_id';
    notAssigned(`${field}.${name}`);
  }
  const others = line.assignments.filter((one) => one.creativeId !== goes);
  if (operation.operation === 'unassign') return { ...line, assignments: others };
  // A sandbox shows nothing, so that any format goes into any product.
  const product = isSandbox ? undefined : serve.findProduct(line.productId);
  checkCreative(creative, product, `${field}.creative_id`);
  const assignments = withCreative(others, operation);
  if (assignments.length > CREATIVES_MAX) tooMany(field);
  return { ...line, assignments };
}

function withCreative(
  assignments: readonly CreativeAssignment[],
  { creativeId, weight }: AssignmentOperation,
): readonly CreativeAssignment[] {
  const own = weight === undefined ? { creativeId } : { creativeId, weight };
  const isThere = assignments.some((one) => one.creativeId === creativeId);
  if (!isThere) return [...assignments, own];
  return assignments.map((one) => (one.creativeId === creativeId ? own : one));
}

/** Not found and not yours are the same bytes. */
const noPackage = (field: string) =>
  refuse.packageNotFound(`${field}.package_id`, 'expected a package of this account', {
    suggestion: 'get_media_buys has the packages.',
  });

const over = (field: string, state: string) =>
  refuse.invalidState(`${field}.package_id`, `the package ${state}`);

const notAssigned = (field: string) =>
  refuse.invalid(field, 'expected a creative that is assigned to the package');

const tooMany = (field: string) =>
  refuse.invalid(field, `expected at most ${CREATIVES_MAX} creatives in a package`, {
    suggestion: 'Take one away first.',
  });
