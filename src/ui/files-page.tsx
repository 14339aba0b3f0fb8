import { useState } from 'preact/hooks';
import type { ImportAnswer, ImportOps } from '../host/import-ops.ts';
import { callsOf } from './calls.ts';
import { Failure } from './empty.tsx';
import { faultWords } from './fault-words.ts';
import { capitalized, count, sentence } from './format.ts';
import { Changes } from './history.tsx';
import { Loaded } from './loaded.tsx';
import { Select } from './select.tsx';
import type { PageProps } from './shell/router.ts';
import { number, Rows } from './table.tsx';
import { useAction } from './use-action.ts';

const { useAsked, call } = callsOf<ImportOps>();

const FORMATS = ['yaml', 'json', 'csv'] as const;

type ImportedEntry = ImportAnswer['entries'][number];

/** `#/files/<kind>`: records out of a file or a text, and into one. */
export function FilesPage({ route: { rest } }: PageProps) {
  const kinds = useAsked('GET /api/import', {});
  return (
    <>
      <header class="page-head">
        <h1>Import and export</h1>
        <p class="muted">YAML, JSON or CSV. Nothing changes before you confirm.</p>
      </header>
      <Loaded resource={kinds}>
        {(all) => {
          const chosen = all.find(({ name }) => name === rest) ?? all[0];
          if (chosen === undefined) return <p class="muted">No kind of record has files here.</p>;
          const { name, mayImport } = chosen;
          return (
            <>
              <div class="filters">
                <Select
                  label="Of"
                  value={name}
                  options={all.map((one) => [one.name, namedOf(one.name)])}
                  onChange={(next) => {
                    location.hash = `#/files/${encodeURIComponent(next)}`;
                  }}
                />
                {FORMATS.map((format) => (
                  <a
                    class="button"
                    href={`/api/export/${encodeURIComponent(name)}?format=${format}`}
                    download
                    key={format}
                  >
                    Export {format.toUpperCase()}
                  </a>
                ))}
              </div>
              {mayImport ? <Import kind={name} key={name} /> : null}
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** `campaigns:own` → `Campaigns of own` */
function namedOf(kind: string): string {
  const [list = '', of] = kind.split(':');
  return of === undefined ? capitalized(list) : `${capitalized(list)} of ${of}`;
}

type Given = { readonly text: string; readonly format: (typeof FORMATS)[number] };
type Read = Given & { readonly step: 'preview' | 'done'; readonly answer: ImportAnswer };

function Import({ kind }: { readonly kind: string }) {
  const [read, setRead] = useState<Read>();
  const { isBusy, failure, run } = useAction();
  const ask = ({ text, format }: Given, query: { preview: true } | { seen: string }) =>
    call('POST /api/import/{kind}', { kind, query: { format, ...query }, body: text });
  const choose = async (file: File | undefined) => {
    setRead(undefined);
    if (file === undefined) return;
    const ending = /\.(csv|json)$/i.exec(file.name)?.[1]?.toLowerCase();
    const format = FORMATS.find((one) => one === ending) ?? 'yaml';
    const given = { text: await file.text(), format };
    return run(ask(given, { preview: true }), (answer) =>
      setRead({ ...given, step: 'preview', answer }),
    );
  };
  const changed = read?.answer.entries.filter(isChange).length ?? 0;
  return (
    <>
      <div class="filters">
        <label>
          File{' '}
          <input
            type="file"
            accept=".csv,.yaml,.yml,.json"
            onChange={(event) => choose(event.currentTarget.files?.[0])}
          />
        </label>
      </div>
      <Failure reason={failure} />
      {read === undefined ? null : (
        <>
          <p role="status">
            <strong>{countsSentence(read)}</strong>
          </p>
          {read.step === 'preview' && changed > 0 ? (
            <p class="actions">
              <button
                type="button"
                class="primary"
                disabled={isBusy}
                onClick={() =>
                  run(ask(read, { seen: read.answer.seen }), (answer) =>
                    setRead({ ...read, step: 'done', answer }),
                  )
                }
              >
                Import {recordsWords(changed)}
              </button>
            </p>
          ) : null}
          <Entries read={read} kind={kind} />
        </>
      )}
    </>
  );
}

const recordsWords = (n: number) => `${count(n)} ${n === 1 ? 'record' : 'records'}`;

const isChange = ({ outcome }: ImportedEntry) => outcome === 'new' || outcome === 'changed';

const WORDS = {
  preview: { new: 'new', changed: 'change', same: 'unchanged', refused: 'refused' },
  done: { new: 'created', changed: 'changed', same: 'unchanged', refused: 'refused' },
} as const;

function countsSentence({ step, answer: { entries } }: Read): string {
  if (entries.length === 0) return 'There is no record in it.';
  if (entries.every(({ outcome }) => outcome === 'same')) {
    return `Nothing changes: the store has ${entries.length === 1 ? 'it' : `all ${count(entries.length)}`} like this.`;
  }
  const parts = (['new', 'changed', 'same', 'refused'] as const)
    .map((outcome) => [entries.filter((one) => one.outcome === outcome).length, outcome] as const)
    .filter(([n]) => n > 0)
    .map(([n, outcome]) => `${count(n)} ${WORDS[step][outcome]}`);
  return `${step === 'preview' ? 'In this text' : 'Imported'}: ${parts.join(', ')}.`;
}

const ROWS_SHOWN = 200;
const MOST = { changes: 8, characters: 80 };

/** Those that were refused first. */
function Entries({ read, kind }: { readonly read: Read; readonly kind: string }) {
  const { step, answer } = read;
  const shown = (['refused', 'new', 'changed'] as const).flatMap((outcome) =>
    answer.entries.filter((one) => one.outcome === outcome),
  );
  if (shown.length === 0) return null;
  return (
    <>
      <Rows
        rows={shown.slice(0, ROWS_SHOWN)}
        keyOf={({ line, id }) => `${line} ${id}`}
        columns={{
          Line: number(({ line }: ImportedEntry) => line),
          Id: ({ id, outcome }) =>
            outcome === 'changed' || (outcome === 'new' && step === 'done') ? (
              <a href={`#/${kind.replace(':', '/')}/${encodeURIComponent(id)}`}>{id}</a>
            ) : (
              id || '–'
            ),
          Outcome: ({ outcome }) => (
            <span class={outcome === 'refused' ? 'bad' : undefined}>
              {capitalized(WORDS[step][outcome])}
            </span>
          ),
          Details: ({ line, changes, faults }) => (
            <>
              {faults.map(({ line: at, field, reason }) => (
                <div key={`${at} ${field}`}>
                  {at === line ? null : `Line ${at}: `}
                  {field === '' ? sentence(reason) : `${field}: ${faultWords(reason)}`}
                </div>
              ))}
              {changes.length === 0 ? null : <Changes changes={changes} most={MOST} />}
            </>
          ),
        }}
      />
      {shown.length > ROWS_SHOWN ? (
        <p class="muted">and {recordsWords(shown.length - ROWS_SHOWN)} more</p>
      ) : null}
    </>
  );
}
