import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../../lib/readonly.ts';
import { type AdcpError, fail } from '../errors.ts';
import { CreativeId } from './keep-creative.ts';

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
}: SyncAssignmentArgs): readonly AssignmentOperation[] | AdcpError {
  if (assignments !== undefined && operations !== undefined) {
    const reason = 'expected either assignments or assignment_operations';
    return fail.malformed(reason, { field: 'assignments' });
  }
  const name = operations === undefined ? 'assignments' : 'assignment_operations';
  const asked = operations ?? assignments?.map((one) => ({ ...one, operation: 'assign' as const }));
  const read: AssignmentOperation[] = [];
  for (const [index, one] of (asked ?? []).entries()) {
    const field = `${name}[${index}]`;
    const replaces = 'replaces_creative_id' in one ? one.replaces_creative_id : undefined;
    if (one.placement_ids !== undefined) return noPlacements(field);
    if ((one.operation === 'replace') !== (replaces !== undefined)) {
      const reason = 'expected the creative that goes, with the operation "replace" alone';
      const path = `${field}.replaces_creative_id`;
      return fail.malformed(`${path}: ${reason}`, { field: path });
    }
    const { operation, creative_id: creativeId, package_id: packageId, weight } = one;
    read.push({ operation, creativeId, packageId, replaces, weight, field });
  }
  return read;
}

const noPlacements = (field: string) =>
  fail.unsupported(`${field}.placement_ids: packages have no placements of their own`, {
    field: `${field}.placement_ids`,
    suggestion: 'Leave placement_ids out: a creative runs wherever its package does.',
  });
