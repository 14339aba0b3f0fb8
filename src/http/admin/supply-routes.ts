import { refuse } from '../../openrtb/refusal.ts';
import type { SupplyDocument } from '../../supply/supply-document.ts';
import { ChangeRefusal } from './change-refusal.ts';
import { json } from './headers.ts';
import { type AdminRoute, type Call, type RouteAnswer, routeOf } from './route.ts';
import { changeMaker, whileReachable } from './store-call.ts';
import type { SupplyApi } from './supply-api.ts';
import { SUPPLY_OPERATIONS, type SupplyOperationName } from './supply-operations.ts';

/** An operation without an answer does not compile. */
type SupplyAnswers = Readonly<Record<SupplyOperationName, AdminRoute['answer']>>;

export function supplyRoutes(supply: SupplyApi, nowMs: () => number): readonly AdminRoute[] {
  const change = changeMaker(nowMs);
  const answers: SupplyAnswers = {
    'GET /api/publishers/{publisher}/supply': async (call) =>
      answerOf(call, await supply.read(publisherIn(call))),
    'POST /api/publishers/{publisher}/supply/check': change(async (call) => {
      const found = await supply.check(publisherIn(call));
      return found === 'too-many' ? TOO_MANY_CHECKS : answerOf(call, found);
    }),
  };
  const names = Object.keys(answers) as SupplyOperationName[];
  return names.map((name) =>
    routeOf(name, SUPPLY_OPERATIONS[name].role, whileReachable(name, answers[name])),
  );
}

const TOO_MANY_CHECKS = new ChangeRefusal(
  'too-many',
  'several publishers are being checked: wait a few seconds',
);

const publisherIn = ({ parts: [publisher = ''] }: Pick<Call, 'parts'>) => publisher;

function answerOf(call: Call, found: SupplyDocument | undefined): RouteAnswer {
  if (found !== undefined) return json(found);
  return refuse.notFound(`no publisher is called "${publisherIn(call)}"`);
}
