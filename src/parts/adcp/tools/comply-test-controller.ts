import Type, { type Static } from 'typebox';
import { refuse } from '../controller/answer.ts';
import { PARAMS, paramsFault, type Scenario } from '../controller/params.ts';
import { createReach } from '../controller/reach.ts';
import type { Sandbox } from '../controller/sandbox.ts';
import { SCENARIOS } from '../controller/scenarios.ts';
import type { BuyerCall, SellerSources, Tool, ToolAnswer } from '../tool.ts';

const SCENARIO_LENGTH_MAX = 100;
const DOMAIN_LENGTH_MAX = 255;

const Domain = Type.String({ minLength: 1, maxLength: DOMAIN_LENGTH_MAX });

const ControllerArgs = Type.Object({
  scenario: Type.String({ maxLength: SCENARIO_LENGTH_MAX }),
  params: Type.Optional(Type.Object({})),
  account: Type.Optional(
    Type.Object({
      account_id: Type.Optional(Domain),
      brand: Type.Optional(Type.Object({ domain: Domain, brand_id: Type.Optional(Domain) })),
      operator: Type.Optional(Domain),
      sandbox: Type.Optional(Type.Boolean()),
    }),
  ),
});

type ControllerCallArgs = Static<typeof ControllerArgs>;

/**
 * Makes products and states that the storyboards of the protocol name. It exists only where the config has a test
 * controller, and changes what is of the sandbox alone.
 */
export function complyTestController(
  sources: Pick<SellerSources, 'config' | 'database' | 'publicUrl'>,
  sandbox: Sandbox,
): Tool {
  return {
    name: 'comply_test_controller',
    description: 'Makes up products, states and delivery for conformance tests, in the sandbox.',
    schema: ControllerArgs,
    openTo: 'buyers',
    run: async (args: ControllerCallArgs, call: BuyerCall) =>
      carryOutScenario(sources, sandbox, args, call),
  };
}

async function carryOutScenario(
  sources: Parameters<typeof complyTestController>[0],
  sandbox: Sandbox,
  { scenario, params = {}, account = {} }: ControllerCallArgs,
  { buyer, nowMs }: BuyerCall,
): Promise<ToolAnswer> {
  const isOfSandbox = buyer.isSandbox && account.sandbox !== false;
  if (!sources.config().adcp.testController || !isOfSandbox) return FORBIDDEN;
  if (!isScenario(scenario)) {
    return refuse('UNKNOWN_SCENARIO', `expected one of ${Object.keys(PARAMS).join(', ')}`);
  }
  const fault = paramsFault(scenario, params);
  if (fault !== undefined) return fault;
  const database = sources.database();
  if (database === undefined) return refuse('INTERNAL_ERROR', 'the database cannot be reached');
  return database.transaction((query) =>
    SCENARIOS[scenario](
      { sources, sandbox, query, buyer, nowMs, account, reach: createReach(query, buyer) },
      // They have passed the schema of this scenario.
      params as never,
    ),
  );
}

const isScenario = (name: string): name is Scenario => Object.hasOwn(PARAMS, name);

const FORBIDDEN = refuse('FORBIDDEN', 'expected a sandbox buyer and a sandbox account');
