import { useState } from 'preact/hooks';
import type { ImportedEntry } from '../../../store/import-campaigns.ts';
import { Back } from '../../../ui/back.tsx';
import { Failure } from '../../../ui/empty.tsx';
import { faultWords } from '../../../ui/fault-words.ts';
import { capitalized, count, sentence } from '../../../ui/format.ts';
import { Changes } from '../../../ui/history.tsx';
import { Loaded, useResource } from '../../../ui/loaded.tsx';
import { Select } from '../../../ui/select.tsx';
import { send } from '../../../ui/shell/client.ts';
import { Table } from '../../../ui/table.tsx';
import { useAction } from '../../../ui/use-action.ts';
import type { CampaignList } from './api.ts';
import type { ImportAnswer } from './bulk-api.ts';
import { campaignsWords } from './bulk-words.ts';
import { hrefOf } from './paths.ts';

/** `#/campaigns/import`: a file, what it would change, and the import. */
export function ImportCampaigns() {
  const list = useResource<CampaignList>('/api/campaigns?page=1');
  return (
    <>
      <Back href="#/campaigns" to="Campaigns" />
      <header class="page-head">
        <h1>Import campaigns</h1>
        <p class="muted">
          YAML or CSV, as an export writes it. Nothing changes before you confirm. New campaigns are
          drafts.
        </p>
      </header>
      <Loaded resource={list}>{({ storePartners }) => <Import partners={storePartners} />}</Loaded>
    </>
  );
}

type ReadFile = { readonly name: string; readonly text: string };

type ImportStep =
  | { readonly step: 'choose' }
  | {
      readonly step: 'preview' | 'done';
      readonly file: ReadFile;
      readonly entries: readonly ImportedEntry[];
    };

function Import({ partners }: { readonly partners: readonly string[] }) {
  const [partner, setPartner] = useState(partners[0] ?? '');
  const [state, setState] = useState<ImportStep>({ step: 'choose' });
  const { isBusy, failure, run } = useAction();
  const at = (what: string, { name }: ReadFile) => {
    const format = /\.csv$/i.test(name) ? 'csv' : 'yaml';
    return `/api/campaigns/${what}?${new URLSearchParams({ partner, format })}`;
  };
  const preview = async (chosen: File | undefined) => {
    setState({ step: 'choose' });
    if (chosen === undefined) return;
    const file = { name: chosen.name, text: await chosen.text() };
    const body = JSON.stringify({ text: file.text });
    await run(send<ImportAnswer>(at('import/preview', file), body), ({ entries }) =>
      setState({ step: 'preview', file, entries }),
    );
  };
  const start = (file: ReadFile, entries: readonly ImportedEntry[]) => {
    const seen = entries
      .filter(isImported)
      .map(({ campaign, revision }) => (revision === null ? { campaign } : { campaign, revision }));
    const body = JSON.stringify({ text: file.text, seen });
    return run(send<ImportAnswer>(at('import', file), body), (answer) =>
      setState({ step: 'done', file, entries: answer.entries }),
    );
  };
  return (
    <>
      <div class="filters">
        {partners.length < 2 ? null : (
          <Select
            label="Partner"
            value={partner}
            options={partners.map((name) => [name, name])}
            onChange={(next) => {
              setPartner(next);
              setState({ step: 'choose' });
            }}
          />
        )}
        <label>
          File{' '}
          <input
            type="file"
            accept=".csv,.yaml,.yml"
            key={partner}
            onChange={(event) => preview(event.currentTarget.files?.[0])}
          />
        </label>
      </div>
      <Failure reason={failure} />
      {state.step === 'choose' ? null : (
        <>
          <p role="status">
            <strong>{countsSentence(state.entries, state.step)}</strong>
          </p>
          {state.step === 'preview' && state.entries.some(isImported) ? (
            <p class="actions">
              <button
                type="button"
                class="primary"
                disabled={isBusy}
                onClick={() => start(state.file, state.entries)}
              >
                Import {campaignsWords(state.entries.filter(isImported).length)}
              </button>
            </p>
          ) : null}
          <Entries entries={state.entries} partner={partner} step={state.step} />
        </>
      )}
    </>
  );
}

const isImported = ({ outcome }: ImportedEntry) => outcome === 'created' || outcome === 'changed';

const WORDS = {
  preview: { created: 'new', changed: 'change', unchanged: 'unchanged', refused: 'refused' },
  done: { created: 'created', changed: 'changed', unchanged: 'unchanged', refused: 'refused' },
} as const;

function countsSentence(entries: readonly ImportedEntry[], step: 'preview' | 'done'): string {
  if (entries.length === 0) return 'There is no campaign in the file.';
  if (step === 'preview' && entries.every(({ outcome }) => outcome === 'unchanged')) {
    return `Nothing changes: the store has ${entries.length === 1 ? 'it' : `all ${count(entries.length)}`} as in the file.`;
  }
  const parts = (['created', 'changed', 'unchanged', 'refused'] as const)
    .map((outcome) => [entries.filter((one) => one.outcome === outcome).length, outcome] as const)
    .filter(([n]) => n > 0)
    .map(([n, outcome]) => `${count(n)} ${WORDS[step][outcome]}`);
  return `${step === 'preview' ? 'In this file' : 'Imported'}: ${parts.join(', ')}.`;
}

const ORDER = ['refused', 'created', 'changed', 'unchanged'] as const;
const ROWS_SHOWN = 200;
const MOST = { changes: 8, characters: 80 };

/** Those that were refused first. */
function Entries(props: {
  readonly entries: readonly ImportedEntry[];
  readonly partner: string;
  readonly step: 'preview' | 'done';
}) {
  const { entries, partner, step } = props;
  const shown = ORDER.slice(0, -1).flatMap((outcome) =>
    entries.filter((one) => one.outcome === outcome),
  );
  if (shown.length === 0) return null;
  return (
    <>
      <Table heads={{ Line: 'number', Campaign: '', Outcome: '', Details: '' }}>
        {shown.slice(0, ROWS_SHOWN).map((one) => (
          <tr key={`${one.line} ${one.campaign}`}>
            <td class="number" data-label="Line">
              {one.line}
            </td>
            <td data-label="Campaign">
              {one.revision === null ? (
                one.campaign || '–'
              ) : (
                <a href={hrefOf(partner, one.campaign)}>{one.campaign}</a>
              )}
            </td>
            <td data-label="Outcome" class={one.outcome === 'refused' ? 'bad' : undefined}>
              {capitalized(WORDS[step][one.outcome])}
            </td>
            <td data-label="Details">
              {one.outcome === 'refused'
                ? one.faults.map(({ line, field, reason }) => (
                    <div key={`${line} ${field}`}>
                      {line === one.line ? null : `Line ${line}: `}
                      {field === '' ? sentence(reason) : `${field}: ${faultWords(reason)}`}
                    </div>
                  ))
                : null}
              {one.outcome === 'refused' && one.more > 0 ? <div>… and {one.more} more.</div> : null}
              {one.outcome === 'created' ? 'A draft.' : null}
              {one.outcome === 'changed' ? <Changes changes={one.changes} most={MOST} /> : null}
            </td>
          </tr>
        ))}
      </Table>
      {shown.length > ROWS_SHOWN ? (
        <p class="muted">and {campaignsWords(shown.length - ROWS_SHOWN)} more</p>
      ) : null}
    </>
  );
}
