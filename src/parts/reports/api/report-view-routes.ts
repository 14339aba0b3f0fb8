import { Refusal } from '../../../core/openrtb/refusal.ts';
import { faultAnswer } from '../../../host/admin/fault-answer.ts';
import { json } from '../../../host/admin/headers.ts';
import type { AdminRoute, RouteAnswer } from '../../../host/admin/route.ts';
import type { Author } from '../../../store/write-store.ts';
import { jsonOf, type MakeChange, operationRoutes } from '../../campaigns/api/store-call.ts';
import type { SavedReportsApi } from '../reports-saved-reports.ts';
import { ViewFault } from '../view-fault.ts';
import { REPORT_VIEW_OPERATIONS, type ReportViewOperationName } from './report-view-operations.ts';
import { SHARED_REPORT_PATH } from './shared-report.ts';

/** An operation without an answer does not compile. */
type ReportViewAnswers = Readonly<Record<ReportViewOperationName, AdminRoute['answer']>>;

/** Where the caller reaches what needs no login. */
export type BaseUrlOf = (request: Request) => string;

/** `/api/report-views`, and the schedules and links of them. */
export function reportViewRoutes(
  api: SavedReportsApi,
  change: MakeChange,
  baseUrlOf: BaseUrlOf,
): readonly AdminRoute[] {
  /** A change that is made by what the body says of the thing in the path. */
  const making = (
    make: (id: string, value: unknown, author: Author) => Promise<object | ViewFault>,
  ) =>
    change(async ({ parts: [id = ''], caller }, body) => {
      const value = jsonOf(body);
      if (value instanceof Refusal) return value;
      return answered(await make(id, value, caller), (made) => json(made, 201));
    });
  /** A change of the thing in the path, which has no more to say. */
  const doing = (act: (id: string, author: Author) => Promise<object | ViewFault>) =>
    change(async ({ parts: [id = ''], caller }) =>
      answered(await act(id, caller), () => new Response(null, { status: 204 })),
    );
  const answers: ReportViewAnswers = {
    'GET /api/report-views': async () => json(await api.list()),
    'POST /api/report-views': making((_, value, author) => api.create(value, author)),
    'PUT /api/report-views/{view}': change(async ({ parts: [id = ''], caller }, body) => {
      const value = jsonOf(body);
      if (value instanceof Refusal) return value;
      return answered(await api.rename(id, value, caller), json);
    }),
    'DELETE /api/report-views/{view}': doing(api.remove),
    'POST /api/report-views/{view}/schedules': making(api.addSchedule),
    'POST /api/report-schedules/{schedule}/pause': doing(api.pauseSchedule),
    'POST /api/report-schedules/{schedule}/resume': doing(api.resumeSchedule),
    'POST /api/report-schedules/{schedule}/send': doing(api.sendSchedule),
    'DELETE /api/report-schedules/{schedule}': doing(api.removeSchedule),
    'POST /api/report-views/{view}/links': change(async ({ parts, caller, request }, body) => {
      const value = jsonOf(body);
      if (value instanceof Refusal) return value;
      const made = await api.addLink(parts[0] ?? '', value, caller);
      return answered(made, ({ secret, ...link }) => {
        const url = `${baseUrlOf(request)}${SHARED_REPORT_PATH}?link=${secret}`;
        return json({ ...link, url }, 201);
      });
    }),
    'DELETE /api/report-links/{link}': doing(api.revokeLink),
  };
  return operationRoutes<ReportViewOperationName>(REPORT_VIEW_OPERATIONS, answers);
}

function answered<T extends object>(
  result: T | ViewFault,
  show: (result: T) => Response,
): RouteAnswer {
  return result instanceof ViewFault ? faultAnswer(result) : show(result);
}
