import type { AccountHistory, ShownState } from '../../../src/console/accounts/api.ts';
import { differencesOf } from '../../../src/lib/differences.ts';
import { DONE, json, refused, type StubCall, type StubRoute, seenRevision } from './routes.ts';

/** Something that is stored, as much of it as every kind has. */
export type StubRecord = {
  readonly id: string;
  readonly source: 'config' | 'store';
  readonly state: ShownState;
  readonly revision: number;
  readonly createdAt: string | null;
  readonly changedAt: string | null;
  readonly changedBy: string;
  readonly definition: Readonly<Record<string, unknown>>;
};

type Faults = readonly { readonly field: string; readonly reason: string }[];

export const EARLIER = '2026-11-10T09:12:00.000Z';

export const newRecord = (id: string, definition: StubRecord['definition']): StubRecord => ({
  id,
  source: 'store',
  state: 'active',
  revision: 1,
  createdAt: EARLIER,
  changedAt: EARLIER,
  changedBy: 'ana',
  definition,
});

/** Records of one kind with their revisions and their history, in memory. */
export function createRecords<Kept extends StubRecord>(first: readonly Kept[]) {
  const kept = new Map(first.map((record) => [record.id, record]));
  const histories = new Map<string, AccountHistory['rows']>();
  const log = (id: string, action: string, before: unknown, after: unknown, who = 'local') => {
    const rows = histories.get(id) ?? [];
    const changes = differencesOf(before, after);
    const row = { id: rows.length + 1, atMs: Date.now(), who, role: 'admin', action, changes };
    histories.set(id, [row, ...rows]);
  };
  for (const { id } of first) log(id, 'create', undefined, {}, 'ana');
  return {
    kept,
    history: (id: string): AccountHistory => ({ rows: histories.get(id) ?? [] }),
    add(record: Kept): Kept {
      kept.set(record.id, record);
      log(record.id, 'create', undefined, record.definition);
      return record;
    },
    /** Changes a record; of its history it shows what is different. */
    change(id: string, action: string, change: Partial<Kept>, who = 'local'): Kept | undefined {
      const before = kept.get(id);
      if (before === undefined) return undefined;
      const changedAt = new Date().toISOString();
      const revision = before.revision + 1;
      const after = { ...before, ...change, revision, changedAt, changedBy: who };
      kept.set(id, after);
      const shown = ({ state, definition }: Kept) => ({ definition, state });
      log(id, action, shown(before), shown(after), who);
      return after;
    },
    remove: (id: string) => kept.delete(id),
  };
}

export type Records<Kept extends StubRecord> = ReturnType<typeof createRecords<Kept>>;

type RecordRoutes<Kept extends StubRecord> = {
  readonly path: string;
  readonly records: Records<Kept>;
  readonly nameOf: (definition: StubRecord['definition']) => string;
  readonly make: (id: string, definition: StubRecord['definition']) => Kept;
  readonly faultsOf: (definition: StubRecord['definition']) => Faults;
};

/** The routes that publishers and partners have alike. */
export function recordRoutes<Kept extends StubRecord>(
  parts: RecordRoutes<Kept>,
): readonly StubRoute[] {
  const { path, records, nameOf, make, faultsOf } = parts;
  const found = ({ parts: [id = ''] }: StubCall, then: (record: Kept) => Response) => {
    const record = records.kept.get(id);
    return record === undefined ? refused(404, `there is no "${id}"`) : then(record);
  };
  const checked = (body: unknown, then: (definition: StubRecord['definition']) => Response) => {
    const definition = body as StubRecord['definition'];
    const faults = faultsOf(definition);
    const reason = faults.length === 1 ? 'one field is wrong' : `${faults.length} fields are wrong`;
    return faults.length > 0 ? refused(422, reason, faults) : then(definition);
  };
  return [
    [
      `POST ${path}`,
      ({ body }) =>
        checked(body, (definition) => {
          const id = nameOf(definition);
          if (records.kept.has(id)) return refused(409, 'there is one of this name already');
          return json(records.add(make(id, definition)), 201);
        }),
    ],
    [`GET ${path}/{id}`, (call) => found(call, (record) => json(record))],
    [
      `PUT ${path}/{id}`,
      (call) =>
        found(call, ({ id, revision, changedBy }) =>
          checked(call.body, (definition) => {
            const seen = seenRevision(call.request);
            if (seen === undefined) return refused(428, 'expected the header If-Match');
            if (seen !== revision) {
              const now = `it is at revision ${revision} now`;
              return refused(412, `${changedBy} has changed it meanwhile: ${now}`);
            }
            return json(records.change(id, 'change', { definition } as Partial<Kept>));
          }),
        ),
    ],
    [
      `DELETE ${path}/{id}`,
      (call) =>
        found(call, ({ id }) => {
          records.remove(id);
          return DONE();
        }),
    ],
    [
      `POST ${path}/{id}/state`,
      (call) =>
        found(call, ({ id }) => {
          const { state } = call.body as { readonly state: ShownState };
          return json(records.change(id, 'state', { state } as Partial<Kept>));
        }),
    ],
    [`GET ${path}/{id}/history`, ({ parts: [id = ''] }) => json(records.history(id))],
  ];
}
