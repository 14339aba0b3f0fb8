import { refuse } from '../../openrtb/refusal.ts';
import type { SupplyDocument } from '../../supply/supply-document.ts';
import { ChangeRefusal } from './change-refusal.ts';
import { json } from './headers.ts';
import type { AdminRoute, Call, RouteAnswer } from './route.ts';
import { type MakeChange, operationRoutes } from './store-call.ts';
import type { SupplyApi } from './supply-api.ts';
import { SUPPLY_OPERATIONS, type SupplyOperationName } from './supply-operations.ts';

/** An operation without an answer does not compile. */
type SupplyAnswers = Readonly<Record<SupplyOperationName, AdminRoute['answer']>>;

export function supplyRoutes(supply: SupplyApi, change: MakeChange): readonly AdminRoute[] {
  const answers: SupplyAnswers = {
    'GET /api/publishers/{publisher}/supply': async (call) =>
      supplyAnswer(publisherIn(call), await supply.read(publisherIn(call))),
    'POST /api/publishers/{publisher}/supply/check': change(async (call) => {
      const publisher = publisherIn(call);
      return supplyAnswer(publisher, await supply.check(publisher));
    }),
  };
  return operationRoutes<SupplyOperationName>(SUPPLY_OPERATIONS, answers);
}

const TOO_MANY_CHECKS = new ChangeRefusal(
  'too-many',
  'several publishers are being checked: wait a few seconds',
);

const publisherIn = ({ parts: [publisher = ''] }: Pick<Call, 'parts'>) => publisher;

/** What was found of a publisher, also on its own pages. */
export function supplyAnswer(
  publisher: string,
  found: SupplyDocument | undefined | 'too-many',
): RouteAnswer {
  if (found === 'too-many') return TOO_MANY_CHECKS;
  return found === undefined
    ? refuse.notFound(`no publisher is called "${publisher}"`)
    : json(found);
}
