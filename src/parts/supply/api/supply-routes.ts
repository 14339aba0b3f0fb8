import { ChangeRefusal } from '../../../host/admin/change-refusal.ts';
import { json } from '../../../host/admin/headers.ts';
import type { AdminRoute, Call, RouteAnswer } from '../../../host/admin/route.ts';
import { refuse } from '../../../lib/refusal.ts';
import { type MakeChange, operationRoutes } from '../../campaigns/api/store-call.ts';
import type { SupplyDocument } from '../supply-document.ts';
import type { NoCheck, SupplyApi } from './supply-api.ts';
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

const NO_CHECKS: Readonly<Record<NoCheck, ChangeRefusal>> = {
  'too-many': new ChangeRefusal(
    'too-many',
    'several publishers are being checked: wait a few seconds',
  ),
  'under-way': new ChangeRefusal(
    'under-way',
    'the check takes long, since a server that it asks is slow: it goes on, and the last check shows what it found once it has ended',
  ),
};

const publisherIn = ({ parts: [publisher = ''] }: Pick<Call, 'parts'>) => publisher;

/** What was found of a publisher, also on its own pages. */
export function supplyAnswer(
  publisher: string,
  found: SupplyDocument | undefined | NoCheck,
): RouteAnswer {
  if (typeof found === 'string') return NO_CHECKS[found];
  return found === undefined
    ? refuse.notFound(`no publisher is called "${publisher}"`)
    : json(found);
}
