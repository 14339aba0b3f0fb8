import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SellerAddress } from '../../adcp/call-seller.ts';
import { killGroup, run, temporaryFolder } from '../../process.ts';
import type { SandboxExchange } from './sandbox-exchange.ts';

/** What became of one step of a storyboard. */
export type StepResult = {
  readonly storyboard: string;
  readonly step: string;
  readonly task: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** Why it did not pass. */
  readonly reason: string;
  /** One of several alternatives: a step with the task `assert_contribution` judges whether one was taken. */
  readonly isOptional?: boolean;
};

/** Of a buyer of its own, since it counts all accounts of the buyer. */
const OF_OTHER = ['pagination_integrity_list_accounts'];

const OF_MAIN = [
  'capability_discovery',
  'v3_envelope_integrity',
  'security_baseline',
  'error_compliance',
  'schema_validation',
  'idempotency',
  // Before buys are seeded, which have a creative each.
  'pagination_integrity',
  'get_media_buys_pagination_integrity',
  'deterministic_testing',
  'media_buy_seller',
  'media_buy_state_machine',
  'media_buy_seller/delivery_reporting',
  'media_buy_seller/pending_creatives_to_start',
  'media_buy_seller/invalid_transitions',
  'media_buy_seller/creative_fate_after_cancellation',
  'media_buy_seller/measurement_terms_rejected',
  'sales_non_guaranteed',
];

/** They take a quarter of a minute, and twenty times that on a machine without CPU. */
const RUN_MS_MAX = 560_000;

export async function runStoryboards({
  main,
  other,
}: SandboxExchange): Promise<readonly StepResult[]> {
  const results = await Promise.all([runFor(other, OF_OTHER), runFor(main, OF_MAIN)]);
  return results.flat();
}

async function runFor(
  { url, token }: SellerAddress,
  ids: readonly string[],
): Promise<readonly StepResult[]> {
  const file = join(temporaryFolder(), 'steps.json');
  const program = join(import.meta.dir, 'run-storyboards.js');
  const runner = run([program, url, token, file, ...ids], { command: 'node' });
  const late = setTimeout(() => killGroup(runner.pid, 'SIGKILL'), RUN_MS_MAX);
  const { code } = await runner.exited.finally(() => clearTimeout(late));
  if (code !== 0) throw new Error(`the runner of storyboards failed:\n${runner.stderr()}`);
  return JSON.parse(readFileSync(file, 'utf8'));
}
