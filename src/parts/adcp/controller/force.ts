import { readLibrary } from '../buys/library.ts';
import { statusOf } from '../buys/status.ts';
import { BUYER_ACCOUNT_TABLE } from '../records/account-record.ts';
import { BUY_TABLE } from '../records/buy-record.ts';
import { CREATIVE_TABLE } from '../records/creative-record.ts';
import type { ToolAnswer } from '../tool.ts';
import { moved, refuse, succeed } from './answer.ts';
import type { ParamsOf } from './params.ts';
import { type ScenarioCall, write } from './scenario-call.ts';

/** What can become of a buy, and of a creative. A status that stays is always allowed. */
const AFTER: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  buy: {
    pending_creatives: ['pending_start', 'active', 'paused', 'canceled', 'rejected'],
    pending_start: ['active', 'paused', 'canceled', 'rejected'],
    active: ['paused', 'completed', 'canceled'],
    paused: ['active', 'completed', 'canceled'],
  },
  creative: {
    processing: ['pending_review', 'approved', 'rejected'],
    pending_review: ['approved', 'rejected'],
    approved: ['suspended', 'archived', 'rejected'],
    suspended: ['approved', 'archived', 'rejected'],
    rejected: ['processing', 'pending_review'],
    archived: ['approved'],
  },
};

const isAllowed = (kind: 'buy' | 'creative', from: string, to: string): boolean =>
  from === to || AFTER[kind]?.[from]?.includes(to) === true;

const cannot = (from: string, to: string): ToolAnswer =>
  refuse('INVALID_TRANSITION', `expected a status that can follow ${from}, but got ${to}`, from);

const notFound = (what: string): ToolAnswer =>
  refuse('NOT_FOUND', `expected ${what} of yours, of the sandbox`);

export async function forceAccount(
  call: ScenarioCall,
  { account_id: id, status }: ParamsOf<'force_account_status'>,
): Promise<ToolAnswer> {
  const account = await call.reach.accountOf(id);
  if (account === undefined) return notFound('an account');
  const key = BUYER_ACCOUNT_TABLE.keyOf(account);
  await write(call, BUYER_ACCOUNT_TABLE, { key, next: { ...account, state: status } });
  return moved(account.state, status);
}

export async function forceBuy(
  call: ScenarioCall,
  { media_buy_id: id, status, rejection_reason: reason = '' }: ParamsOf<'force_media_buy_status'>,
): Promise<ToolAnswer> {
  const buy = await call.reach.buyOf(id);
  if (buy === undefined) return notFound('a media buy');
  const library = await readLibrary(call.query, buy.account, buy.definition.packages);
  const from = statusOf(buy, library, call.nowMs);
  if (!isAllowed('buy', from, status)) return cannot(from, status);
  const rejectedFor = status === 'rejected' ? reason : '';
  const definition = { ...buy.definition, forced: status, rejectedFor };
  await write(call, BUY_TABLE, { key: BUY_TABLE.keyOf(buy), next: { ...buy, definition } });
  return moved(from, status);
}

export async function forceCreative(
  call: ScenarioCall,
  { creative_id: id, status, rejection_reason: reason = '' }: ParamsOf<'force_creative_status'>,
): Promise<ToolAnswer> {
  const creative = await call.reach.creativeOf(id);
  if (creative === undefined) return notFound('a creative');
  const from = creative.definition.forced?.status ?? SANDBOX_CREATIVE;
  if (!isAllowed('creative', from, status)) return cannot(from, status);
  const definition = { ...creative.definition, forced: { status, reason } };
  const key = CREATIVE_TABLE.keyOf(creative);
  const state = status === 'archived' ? 'archived' : 'kept';
  await write(call, CREATIVE_TABLE, { key, next: { ...creative, state, definition } });
  return moved(from, status);
}

/** Nobody reviews the creatives of a sandbox. */
const SANDBOX_CREATIVE = 'approved';

export async function forceArm(
  { sandbox, buyer }: ScenarioCall,
  { arm, task_id: taskId, message = '' }: ParamsOf<'force_create_media_buy_arm'>,
): Promise<ToolAnswer> {
  sandbox.forceArm(buyer.id, { taskId, message });
  return succeed({ forced: { arm, task_id: taskId } });
}
