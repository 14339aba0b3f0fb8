import Type, { type Static } from 'typebox';
import { CREATIVES_MAX } from '../../demand/campaigns/campaign-schema.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { findRecord, writeIn } from '../../store/store.ts';
import type { BuyerAccount } from './accounts.ts';
import { type BuyPackage, flightOf, MEDIA_BUY, type MediaBuy } from './buy.ts';
import { authorOf } from './buyers.ts';
import { creativeKey, LIBRARY_CREATIVE, type LibraryCreative } from './creatives.ts';
import { type AdcpError, attempt, fail, Refused, refuse, refuseIf } from './errors.ts';
import { CreativeId } from './keep-creative.ts';
import { readBuys } from './library.ts';
import { checkCreative, type ServeTerms, serveBuy, serveTermsOf } from './serve-buy.ts';
import type { BuyerCall } from './tool.ts';

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

const Operation = Type.Object(
  {
    operation: Type.Enum(['assign', 'unassign', 'replace']),
    ...ASSIGNMENT,
    replaces_creative_id: Type.Optional(CreativeId),
  },
  { additionalProperties: false },
);

const MANY = { minItems: 1, maxItems: OPERATIONS_MAX };

/** The form of all versions, and the one of 3.2 that also takes creatives away. */
export const ASSIGNMENT_ARGS = {
  assignments: Type.Optional(
    Type.Array(Type.Object(ASSIGNMENT, { additionalProperties: false }), MANY),
  ),
  assignment_operations: Type.Optional(Type.Array(Operation, MANY)),
};

const Args = Type.Object(ASSIGNMENT_ARGS);

type SyncAssignmentArgs = DeepReadonly<Static<typeof Args>>;

/** What a buyer wants of one package and one creative, and where it has written that. */
export type AssignmentOperation = DeepReadonly<Static<typeof Operation>> & {
  readonly field: string;
};

/** The operations in their order, or what is wrong with them. */
export function readOperations({
  assignments = [],
  assignment_operations: operations = [],
}: SyncAssignmentArgs): readonly AssignmentOperation[] {
  if (assignments.length > 0 && operations.length > 0) {
    refuse.malformed('assignments', 'expected either assignments or assignment_operations');
  }
  const asked = [
    ...assignments.map((one, index) => ({
      ...one,
      operation: 'assign' as const,
      field: `assignments[${index}]`,
    })),
    ...operations.map((one, index) => ({ ...one, field: `assignment_operations[${index}]` })),
  ];
  for (const one of asked as readonly AssignmentOperation[]) {
    const { field, operation, placement_ids: placements, replaces_creative_id: replaces } = one;
    if (placements !== undefined) {
      refuse.unsupported(`${field}.placement_ids`, 'packages have no placements of their own', {
        suggestion: 'Leave placement_ids out: a creative runs wherever its package does.',
      });
    }
    if ((operation === 'replace') !== (replaces !== undefined)) {
      const reason = 'expected the creative that goes, with the operation "replace" alone';
      refuse.malformed(`${field}.replaces_creative_id`, reason);
    }
  }
  return asked;
}

export type AssignmentResult = AssignmentOperation & { readonly error?: AdcpError | undefined };

/**
 * Carries out assignments in their order and brings creatives with these ids, which have changed, to the campaigns that show
 * them. What is wrong with one operation leaves the others as they are. Resolves to the buys of the account as they are now.
 */
export async function assignCreatives(
  { query, sources, buyer, nowMs }: BuyerCall,
  account: BuyerAccount,
  changed: ReadonlySet<string>,
  operations: readonly AssignmentOperation[] = [],
): Promise<{ readonly buys: readonly MediaBuy[]; readonly results: readonly AssignmentResult[] }> {
  const buys = await readBuys(query, [account.id]);
  const serve = serveTermsOf(sources, authorOf(buyer));
  // A sandbox shows nothing, so that any format goes into any product.
  const { findProduct } = account.definition.isSandbox ? NO_PRODUCTS : serve;
  const drafts = new Map<string, BuyPackage>();
  const results: AssignmentResult[] = [];
  for (const operation of operations) {
    const id = creativeKey(account.id, operation.creative_id);
    const creative = await findRecord(query, LIBRARY_CREATIVE, id);
    const next = attempt(() => {
      const line = openPackage(buys, operation, nowMs);
      return assigned(drafts.get(line.id) ?? line, operation, { creative, findProduct });
    });
    if (!(next instanceof Refused)) drafts.set(next.id, next);
    results.push({ ...operation, error: next instanceof Refused ? next.errors[0] : undefined });
  }
  refuseMixedWeights(drafts, results);
  const now: MediaBuy[] = [];
  for (const buy of buys) {
    const packages = buy.definition.packages.map((line) => drafts.get(line.id) ?? line);
    const isChanged = packages.some((line) => drafts.has(line.id));
    const next = isChanged
      ? await writeIn(query, MEDIA_BUY, buy.id, {
          action: 'assign creatives',
          by: serve.author,
          nowMs,
          next: () => ({ definition: { ...buy.definition, packages } }),
        })
      : buy;
    now.push(next);
    const isShown = packages.some(({ assignments }) =>
      assignments.some(({ creativeId }) => changed.has(creativeId)),
    );
    if (isChanged || isShown) refuseIf(await serveBuy(query, account, next, serve));
  }
  return { buys: now, results };
}

const NO_PRODUCTS = { findProduct: () => undefined } satisfies Pick<ServeTerms, 'findProduct'>;

/** A package stays as it was where the operations together leave creatives with a weight beside others without one. */
function refuseMixedWeights(drafts: Map<string, BuyPackage>, results: AssignmentResult[]): void {
  const reason = 'expected a weight for each creative of the package, or for none';
  for (const { id, assignments } of [...drafts.values()]) {
    const count = assignments.filter(({ weight }) => weight !== undefined).length;
    if (count === 0 || count === assignments.length) continue;
    drafts.delete(id);
    for (const [index, one] of results.entries()) {
      if (one.package_id !== id) continue;
      results[index] = { ...one, error: fail.invalid(`${one.field}.weight`, reason) };
    }
  }
}

/** A package that may still change. Not found and not yours are the same bytes. */
function openPackage(
  buys: readonly MediaBuy[],
  { package_id: id, field }: AssignmentOperation,
  nowMs: number,
): BuyPackage {
  const path = `${field}.package_id`;
  const over = (state: string) => refuse.invalidState(path, `the package ${state}`);
  for (const { state, definition } of buys) {
    const line = definition.packages.find((one) => one.id === id);
    if (line === undefined) continue;
    if (state !== 'open' || line.canceled !== undefined) return over('is canceled');
    return flightOf(definition, line).endMs <= nowMs ? over('has ended') : line;
  }
  return refuse.packageNotFound(path, 'expected a package of this account', {
    suggestion: 'get_media_buys has the packages.',
  });
}

/** The package after the operation. */
function assigned(
  line: BuyPackage,
  {
    operation,
    creative_id: creativeId,
    replaces_creative_id: replaces,
    weight,
    field,
  }: AssignmentOperation,
  {
    creative,
    findProduct,
  }: {
    readonly creative: LibraryCreative | undefined;
    readonly findProduct: ServeTerms['findProduct'];
  },
): BuyPackage {
  const goes = operation === 'unassign' ? creativeId : replaces;
  if (goes !== undefined && !line.assignments.some((one) => one.creativeId === goes)) {
    const name = operation === 'unassign' ? 'creative_id' : 'replaces_creative_id';
    refuse.invalid(`${field}.${name}`, 'expected a creative that is assigned to the package');
  }
  const others = line.assignments.filter((one) => one.creativeId !== goes);
  if (operation === 'unassign') return { ...line, assignments: others };
  checkCreative(creative, findProduct(line.productId), `${field}.creative_id`);
  const own = weight === undefined ? { creativeId } : { creativeId, weight };
  const at = others.findIndex((one) => one.creativeId === creativeId);
  const assignments = at === -1 ? [...others, own] : others.with(at, own);
  if (assignments.length > CREATIVES_MAX) {
    refuse.invalid(field, `expected at most ${CREATIVES_MAX} creatives in a package`, {
      suggestion: 'Take one away first.',
    });
  }
  return { ...line, assignments };
}
