import Type from 'typebox';
import { nextRevision, writeHistory } from '../../store/history.ts';
import { noBuy, refuse, refuseWith } from './errors.ts';
import { Id, IdempotencyKey, OPAQUE } from './fields.ts';
import { findBuys } from './list-buys.ts';
import { authorOf } from './seller-terms.ts';
import { tool } from './tool.ts';

/** Of one entry as JSON: a metric of the protocol is a few names. */
const TOLD_LENGTH_MAX = 4000;

const Moment = Type.String({ minLength: 10, maxLength: 40 });

const NOT_APPLIED =
  'It is kept for the operator of this exchange to read. Bids and delivery follow the buy alone: change its budget, bids or targeting.';

/** The audit log has what a buyer measured, in the words of the protocol. Nothing is steered by it, and the answer says so. */
export const providePerformanceFeedback = tool('provide_performance_feedback', {
  description:
    'Tells the operator how a media buy performed. It is kept with the buy, and changes neither bids nor delivery.',
  input: Type.Object({
    ...OPAQUE,
    idempotency_key: IdempotencyKey,
    media_buy_id: Id,
    package_id: Type.Optional(Id),
    creative_id: Type.Optional(Id),
    measurement_period: Type.Object({ start: Moment, end: Moment }),
    performance_index: Type.Number({ minimum: 0, maximum: 1e6 }),
  }),
  isChange: true,
  async run({ context: _, ext: __, idempotency_key: ___, ...told }, call) {
    const { buyer, nowMs, query, sources } = call;
    const { items } = await findBuys('', { media_buy_ids: [told.media_buy_id] }, call);
    const [found] = items;
    if (found === undefined) return refuseWith(noBuy('media_buy_id'));
    const { start, end } = told.measurement_period;
    if (!(Date.parse(start) < Date.parse(end))) {
      return refuse.invalid('measurement_period', 'expected two moments, the end after the start');
    }
    const { package_id: line } = told;
    if (line !== undefined && !found.buy.definition.packages.some(({ id }) => id === line)) {
      return refuse.packageNotFound('package_id', 'expected a package of the media buy');
    }
    if (JSON.stringify(told).length > TOLD_LENGTH_MAX) {
      const reason = `expected at most ${TOLD_LENGTH_MAX} characters of JSON with it`;
      return refuse.malformed('performance_index', reason);
    }
    const id = `feedback_${sources.newId()}`;
    await writeHistory(query, {
      revision: await nextRevision(query),
      nowMs,
      author: authorOf(buyer),
      action: 'performance feedback',
      kind: 'performance-feedback',
      id,
      changes: [{ field: 'told', to: told }],
    });
    return {
      success: true,
      feedback_id: id,
      application_status: 'not_applied',
      status_reason: NOT_APPLIED,
      received_at: new Date(nowMs).toISOString(),
      ...(buyer.sandbox && { sandbox: true }),
    };
  },
});
