import Type, { type Static } from 'typebox';
import { givenFields } from '../../lib/given-fields.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import type { MediaBuy } from './buy.ts';
import { authorOf, changeOnce, UNREACHABLE } from './change-once.ts';
import { type AdcpError, fail, isAdcpError } from './errors.ts';
import { IdempotencyKey, OPAQUE } from './fields.ts';
import { createBuyReach } from './list-buys.ts';
import { buyerRecordKey, buyerTable } from './records.ts';
import {
  type BuyerCall,
  done,
  failed,
  type SellerSources,
  type Tool,
  type ToolAnswer,
} from './tool.ts';
import { changeIn } from './write-record.ts';

/** What a buyer says of the performance of a buy, as it came. People read it; nothing is steered by it. */
type PerformanceFeedbackDefinition = {
  readonly mediaBuyId: string;
  readonly packageId?: string;
  readonly creativeId?: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** 1 is as expected. */
  readonly index: number;
  /** The metric, its source and how it was measured, in the words of the protocol. */
  readonly told: Readonly<Record<string, unknown>>;
};

const PERFORMANCE_FEEDBACK_TABLE = buyerTable<PerformanceFeedbackDefinition, 'kept' | 'deleted'>({
  kind: 'performance-feedback',
});

/** Of one account. */
const PERFORMANCE_FEEDBACK_MAX = 10_000;

const Id = Type.String({ minLength: 1, maxLength: 255 });
const Moment = Type.String({ minLength: 10, maxLength: 40 });
const Word = Type.Optional(Type.String({ minLength: 1, maxLength: 255 }));

/** Kept as they came. */
const TOLD = {
  metric_type: Word,
  metric: Type.Optional(Type.Object({})),
  baseline: Word,
  feedback_source: Word,
  methodology: Word,
  methodology_version: Word,
  study_ref: Word,
  as_of: Word,
  final: Type.Optional(Type.Boolean()),
  supersedes_feedback_id: Word,
};

const Arguments = Type.Object({
  ...OPAQUE,
  ...TOLD,
  idempotency_key: IdempotencyKey,
  media_buy_id: Id,
  package_id: Type.Optional(Id),
  creative_id: Type.Optional(Id),
  measurement_period: Type.Object({ start: Moment, end: Moment }),
  performance_index: Type.Number({ minimum: 0, maximum: 1e6 }),
});

type FeedbackArgs = DeepReadonly<Static<typeof Arguments>>;

/** A metric of the protocol is a few names. */
const TOLD_LENGTH_MAX = 4000;

const NOT_APPLIED =
  'It is kept for the operator of this exchange to read. Bids and delivery follow the buy alone: change its budget, bids or targeting.';

/** Keeps what a buyer measured. Nothing is steered by it, and the answer says so. */
export function providePerformanceFeedback(sources: SellerSources): Tool {
  return {
    name: 'provide_performance_feedback',
    description:
      'Tells the operator how a media buy performed. It is kept with the buy, and changes neither bids nor delivery.',
    schema: Arguments,
    openTo: 'buyers',
    async run(args: FeedbackArgs, call: BuyerCall): Promise<ToolAnswer> {
      const database = sources.database();
      if (database === undefined) return failed(UNREACHABLE);
      const { buyer, nowMs } = call;
      const { buys } = await createBuyReach(database.query, call).named([args.media_buy_id]);
      const [found] = buys;
      if (found === undefined) return failed(fail.mediaBuyNotFound('media_buy_id'));
      const definition = definitionOf(args, found.buy);
      if (isAdcpError(definition)) return failed(definition);
      const { account } = found.buy;
      return changeOnce(sources, call, { account, args }, async (query) => {
        const count = await PERFORMANCE_FEEDBACK_TABLE.countOf(query, account);
        if (count >= PERFORMANCE_FEEDBACK_MAX) return failed(FULL);
        const id = `feedback_${sources.newId()}`;
        const next = { id, buyer: buyer.id, account, state: 'kept' as const, definition };
        await changeIn(query, PERFORMANCE_FEEDBACK_TABLE, {
          key: buyerRecordKey('performance-feedback', account, id),
          action: 'performance feedback',
          author: authorOf(buyer),
          nowMs,
          decide: () => next,
        });
        return done({
          success: true,
          feedback_id: id,
          application_status: 'not_applied',
          status_reason: NOT_APPLIED,
          received_at: new Date(nowMs).toISOString(),
          ...(buyer.isSandbox && { sandbox: true }),
        });
      });
    },
  };
}

const FULL = fail.invalid(
  `media_buy_id: expected at most ${PERFORMANCE_FEEDBACK_MAX} entries of an account`,
  { field: 'media_buy_id' },
);

function definitionOf(
  args: FeedbackArgs,
  { id, definition }: MediaBuy,
): PerformanceFeedbackDefinition | AdcpError {
  const { package_id: packageId, creative_id: creativeId, performance_index: index } = args;
  const { start, end } = args.measurement_period;
  const [fromMs, toMs] = [Date.parse(start), Date.parse(end)];
  if (!(fromMs < toMs)) {
    return fail.invalid('measurement_period: expected two moments, the end after the start', {
      field: 'measurement_period',
    });
  }
  if (packageId !== undefined && !definition.packages.some((line) => line.id === packageId)) {
    const message = 'package_id: expected a package of the media buy';
    return fail.packageNotFound(message, { field: 'package_id' });
  }
  const told = givenFields(args, Object.keys(TOLD) as readonly (keyof typeof TOLD)[]);
  if (JSON.stringify(told).length > TOLD_LENGTH_MAX) {
    return fail.malformed(`metric: expected at most ${TOLD_LENGTH_MAX} characters of JSON`, {
      field: 'metric',
    });
  }
  return {
    mediaBuyId: id,
    ...(packageId !== undefined && { packageId }),
    ...(creativeId !== undefined && { creativeId }),
    fromMs,
    toMs,
    index,
    told,
  };
}
