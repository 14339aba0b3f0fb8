import type { TSchema } from 'typebox';
import type { AdminApi } from '../../../host/admin/admin-api.ts';
import { ChangeRefusal } from '../../../host/admin/change-refusal.ts';
import { json } from '../../../host/admin/headers.ts';
import type { AdminRoute, Call, RouteAnswer } from '../../../host/admin/route.ts';
import { boundedFaults, faultLines } from '../../../lib/faults.ts';
import { Refusal, refuse } from '../../../lib/refusal.ts';
import { findFault } from '../../../lib/schema-fault.ts';
import { CAMPAIGN_FORMATS, type CampaignFormat } from '../../../store/read-import.ts';
import type { ApprovalList } from '../page/approvals/api.ts';
import type { CampaignKey } from '../page/bulk-api.ts';
import { approvalList } from './approvals.ts';
import type { BulkApi, ImportFile, ImportOutcome } from './bulk-api.ts';
import {
  BULK_OPERATIONS,
  type BulkOperationName,
  ExportCallSchema,
  ImportCallSchema,
} from './bulk-operations.ts';
import { bodyOf, callOf, jsonOf, type MakeChange, operationRoutes } from './store-call.ts';

/** The text of a file, as JSON, or the long names of all campaigns of one. The port takes no more. */
const FILE_BYTES_MAX = 1024 * 1024;

/** Many campaigns at once, files of them, and the creatives that wait. */
export function bulkRoutes(
  { bulk, store, buyers }: Pick<AdminApi, 'bulk' | 'store' | 'buyers'>,
  change: MakeChange,
): readonly AdminRoute[] {
  return operationRoutes<BulkOperationName>(BULK_OPERATIONS, {
    'POST /api/campaigns/export': (call) => exportThem(bulk, call),
    'POST /api/campaigns/import/preview': async (call) => {
      const file = fileOf(call, await bodyOf(call, FILE_BYTES_MAX));
      return file instanceof Refusal ? file : importAnswer(await bulk.previewImport(file), file);
    },
    'POST /api/campaigns/import': change(async (call, body) => {
      const file = fileOf(call, body);
      if (file instanceof Refusal) return file;
      const seen = new Map(
        file.seen?.map(({ campaign, revision }) => [campaign, revision ?? null]),
      );
      return importAnswer(await bulk.importFile(file, seen, callOf(call)), file);
    }, FILE_BYTES_MAX),
    'GET /api/approvals': async ({ url }) => {
      const accounts = (await buyers.accounts.waiting()) ?? null;
      const list: ApprovalList = { ...approvalList(store.all(), url.searchParams), accounts };
      return json(list);
    },
  });
}

/** The value in a body that fits a schema. */
function bodyAs<T>(body: string | Refusal, schema: TSchema): T | Refusal {
  const value = jsonOf(body);
  if (value instanceof Refusal) return value;
  const fault = findFault(schema, value);
  return fault === undefined ? (value as T) : refuse.wrongValue(fault.path, fault.reason);
}

const TYPES: Readonly<Record<CampaignFormat, string>> = {
  yaml: 'application/yaml',
  csv: 'text/csv',
};

async function exportThem(bulk: BulkApi, call: Call): Promise<RouteAnswer> {
  type ExportCall = { readonly campaigns: readonly CampaignKey[] };
  const asked = bodyAs<ExportCall>(await bodyOf(call, FILE_BYTES_MAX), ExportCallSchema);
  if (asked instanceof Refusal) return asked;
  const format = formatOf(call.url);
  if (format instanceof Refusal) return format;
  const text = bulk.exportText(asked.campaigns, format);
  if (text === undefined) {
    return refuse.wrongValue('campaigns', 'expected campaigns of one partner, but got several');
  }
  return new Response(text, { headers: { 'Content-Type': `${TYPES[format]}; charset=utf-8` } });
}

function formatOf(url: URL): CampaignFormat | Refusal {
  const wanted = url.searchParams.get('format') ?? CAMPAIGN_FORMATS[0];
  const format = CAMPAIGN_FORMATS.find((one) => one === wanted);
  return format ?? refuse.wrongValue('format', `expected one of ${CAMPAIGN_FORMATS.join(', ')}`);
}

type SeenFile = ImportFile & {
  readonly seen?: readonly { readonly campaign: string; readonly revision?: number }[];
};

function fileOf({ url }: Call, body: string | Refusal): SeenFile | Refusal {
  const format = formatOf(url);
  if (format instanceof Refusal) return format;
  const asked = bodyAs<Pick<SeenFile, 'text' | 'seen'>>(body, ImportCallSchema);
  if (asked instanceof Refusal) return asked;
  return { ...asked, format, partner: url.searchParams.get('partner') ?? '' };
}

function importAnswer(outcome: ImportOutcome, { partner }: ImportFile): RouteAnswer {
  if (outcome === undefined) return refuse.notFound(`no partner "${partner}" has a store`);
  if (outcome === 'too-many') {
    return new ChangeRefusal('too-many', 'several files are being read: wait a second');
  }
  if (!('faults' in outcome)) return json({ entries: outcome });
  const sentences = outcome.faults.map(({ line, reason }) => `line ${line}: ${reason}`);
  return refuse.wrongValue('text', faultLines(boundedFaults(sentences)).join('; '));
}
