import { ConfigFault } from '../../../src/host/config/config.ts';
import { completeSetup } from '../../../src/host/config/setup.ts';
import { silentLog } from '../../../src/host/observe/log.ts';
import { createRuntime } from '../../../src/lib/runtime.ts';
import { ADCP, adcpPart } from '../../../src/parts/adcp/part.ts';
import { STANDARD_PARTS } from '../../../src/programs/standard-parts.ts';
import { callTool, type SellerAddress } from '../../adcp/call-seller.ts';
import { load } from '../../config-file.ts';
import { startInProcess } from '../../in-process.ts';
import { AMPLE_LIMITS, atCleanUp, temporaryFolder } from '../../process.ts';
import { controlledSeller } from './controlled-seller.ts';

/** The token that the test kit of the storyboards has. */
const TOKEN = 'demo-acme-outdoor-v1';

/** One storyboard counts all accounts of its buyer, so it has a buyer of its own. */
const OTHER_TOKEN = 'demo-acme-outdoor-v1-accounts';

const CALLS_PER_MINUTE = 100_000;

const CONFIG = `${AMPLE_LIMITS}
publishers:
  - { id: outdoors, seller: { name: Outdoors, domain: outdoors.example, type: publisher } }
partners:
  - { kind: campaigns, name: house, store: true }
adcp:
  enabled: true
  partner: house
  buyers:
    - { id: acme, name: Acme, token: ${TOKEN}, sandbox: true, callsPerMinute: ${CALLS_PER_MINUTE} }
    - { id: other, name: Other, token: ${OTHER_TOKEN}, sandbox: true, callsPerMinute: ${CALLS_PER_MINUTE} }
  products:
    - id: outdoor_chats
      name: Conversations about life outdoors
      description: Native ads in conversations about sports, hiking and gear for life outdoors
      publishers: [outdoors]
      floors: { cpm: 2, cpc: 0.2 }
`;

export type SandboxExchange = { readonly main: SellerAddress; readonly other: SellerAddress };

/** An exchange whose buyers are all of the sandbox, in this process, on free ports and in a folder of its own. */
export async function startSandbox(): Promise<SandboxExchange> {
  const env = { HOST: '127.0.0.1', PORT: '0', ADMIN_PORT: '0', PARLEY_DATA_DIR: temporaryFolder() };
  const setup = completeSetup(load(CONFIG, env));
  if (setup instanceof ConfigFault) throw new Error(setup.message);
  const parts = STANDARD_PARTS.map((part) => (part === ADCP ? adcpPart(controlledSeller) : part));
  const machine = await startInProcess(setup, createRuntime(silentLog), parts);
  atCleanUp(() => machine.stop(0));
  const url = `${machine.url}/adcp/mcp`;
  return { main: { url, token: TOKEN }, other: { url, token: OTHER_TOKEN } };
}

/** As the runner names the account of what it seeds. */
const RUNNER = {
  brand: { domain: 'acmeoutdoor.example' },
  operator: 'acmeoutdoor.example',
  sandbox: true,
};

const seed = (scenario: string, params: object) => ({ scenario, params, account: RUNNER });

const DISPLAY = { format_ids: [{ id: 'display_300x250' }], channels: ['display'] };
const OPTION = { pricing_model: 'cpm', currency: 'USD', fixed_price: 5 };

/**
 * What storyboards take for granted and do not seed: a product, and an account by the id that one of them knows.
 */
const SEEDS = [
  seed('seed_product', {
    product_id: 'test-product',
    fixture: { delivery_type: 'guaranteed', ...DISPLAY },
  }),
  seed('seed_pricing_option', {
    product_id: 'test-product',
    pricing_option_id: 'test-pricing',
    fixture: OPTION,
  }),
  // As the runner calls it where a storyboard has not asked for products.
  seed('seed_pricing_option', {
    product_id: 'test-product',
    pricing_option_id: 'default',
    fixture: OPTION,
  }),
  seed('seed_account', {
    account_id: 'acct_pagination_integrity',
    fixture: { brand: RUNNER.brand, operator: RUNNER.operator },
  }),
] as const;

export async function prepareForStoryboards({ main }: SandboxExchange): Promise<void> {
  for (const args of SEEDS) {
    const { isError, body } = await callTool(main, 'comply_test_controller', args);
    if (isError) throw new Error(`${args.scenario} was refused: ${JSON.stringify(body)}`);
  }
}
