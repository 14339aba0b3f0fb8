import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../../lib/readonly.ts';
import { fail } from '../errors.ts';
import { AccountReference, IdempotencyKey, OPAQUE } from '../fields.ts';
import { done, type Tool } from '../tool.ts';

const ACCOUNTS_MAX = 100;
const AGENTS_MAX = 10;

const Agent = Type.Object({
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    pattern: '^https://',
    expects: 'an https URL',
  }),
});

const ArgsSchema = Type.Object({
  idempotency_key: IdempotencyKey,
  accounts: Type.Array(
    Type.Object({
      account: AccountReference,
      governance_agents: Type.Array(Agent, { minItems: 1, maxItems: AGENTS_MAX }),
    }),
    { minItems: 1, maxItems: ACCOUNTS_MAX },
  ),
  ...OPAQUE,
});

type GovernanceArgs = DeepReadonly<Static<typeof ArgsSchema>>;

/**
 * No agent is asked before a buy is confirmed, so none is accepted: a buyer that is told otherwise would rely on a check that
 * nobody makes. The same answer for every account, known or not, and nothing is kept.
 */
export function syncGovernance(): Tool {
  return {
    name: 'sync_governance',
    description: 'Refuses governance agents, account by account: this seller asks none.',
    schema: ArgsSchema,
    openTo: 'buyers',
    run: async ({ accounts }: GovernanceArgs) =>
      done({
        accounts: accounts.map(({ account }, index) => ({
          account,
          status: 'failed',
          errors: [refused(`accounts[${index}].governance_agents`)],
        })),
      }),
  };
}

const refused = (field: string) =>
  fail.unsupported(`${field}: this seller asks no governance agent, and keeps none`, {
    field,
    suggestion: 'Have your agent check a buy before you call create_media_buy.',
  });
