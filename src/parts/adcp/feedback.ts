import Type, { type Static } from 'typebox';
import type { DeepReadonly } from '../../lib/readonly.ts';
import type { MediaBuy } from './buy.ts';
import { authorOf, changeOnce, UNREACHABLE } from './change-once.ts';
import { refuse, refuseWith } from './errors.ts';
import { IdempotencyKey, OPAQUE } from './fields.ts';
import { createBuyReach } from './list-buys.ts';
import { buyerTable } from './records.ts';
import { type BuyerCall, done, type SellerSources, type Tool, type ToolAnswer } from './tool.ts';

/** What a buyer says of the performance of a buy, in the words of the protocol. People read it; nothing is steered by it. */
type PerformanceFeedbackDefinition = {
  readonly mediaBuyId: string;
  readonly told: Readonly<Record<string, unknown>>;
};

const PERFORMANCE_FEEDBACK_TABLE = buyerTable<PerformanceFeedbackDefinition, 'kept' | 'deleted'>({
  kind: 'performance-feedback',
});

/** Of one account. */
const PERFORMANCE_FEEDBACK_MAX = 10_000;

/** Of one entry as JSON: a metric of the protocol is a few names. */
const TOLD_LENGTH_MAX = 4000;

const Id = Type.String({ minLength: 1, maxLength: 255 });
const Moment = Type.String({ minLength: 10, maxLength: 40 });

const Arguments = Type.Object({
  ...OPAQUE,
  idempotency_key: IdempotencyKey,
  media_buy_id: Id,
  package_id: Type.Optional(Id),
  creative_id: Type.Optional(Id),
  measurement_period: Type.Object({ start: Moment, end: Moment }),
  performance_index: Type.Number({ minimum: 0, maximum: 1e6 }),
});

type FeedbackArgs = DeepReadonly<Static<typeof Arguments>>;

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
      const database = sources.database() ?? refuseWith(UNREACHABLE);
      const { buyer, nowMs } = call;
      const { buys } = await createBuyReach(database.query, call).named([args.media_buy_id]);
      const [found] = buys;
      if (found === undefined) return refuse.mediaBuyNotFound('media_buy_id');
      const definition = definitionOf(args, found.buy);
      const { account } = found.buy;
      return changeOnce(sources, call, { account, args }, async (query) => {
        const count = await PERFORMANCE_FEEDBACK_TABLE.countSome(query, { account });
        if (count >= PERFORMANCE_FEEDBACK_MAX) {
          return refuse.invalid(
            'media_buy_id',
            `expected at most ${PERFORMANCE_FEEDBACK_MAX} entries of an account`,
          );
        }
        const id = `feedback_${sources.newId()}`;
        const next = { id, buyer: buyer.id, account, state: 'kept' as const, definition };
        const change = { action: 'performance feedback', author: authorOf(buyer), nowMs };
        await PERFORMANCE_FEEDBACK_TABLE.change(query, next, change);
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

function definitionOf(
  args: FeedbackArgs,
  { id, definition }: MediaBuy,
): PerformanceFeedbackDefinition {
  const { context: _, ext: __, idempotency_key: ___, media_buy_id: ____, ...told } = args;
  const { start, end } = told.measurement_period;
  if (!(Date.parse(start) < Date.parse(end))) {
    return refuse.invalid('measurement_period', 'expected two moments, the end after the start');
  }
  const { package_id: line } = told;
  if (line !== undefined && !definition.packages.some((one) => one.id === line)) {
    return refuse.packageNotFound('package_id', 'expected a package of the media buy');
  }
  if (JSON.stringify(told).length > TOLD_LENGTH_MAX) {
    return refuse.malformed(
      'performance_index',
      `expected at most ${TOLD_LENGTH_MAX} characters of JSON with it`,
    );
  }
  return { mediaBuyId: id, told };
}
