import { useState } from 'preact/hooks';
import { Failure } from '../../../ui/empty.tsx';
import { useAction } from '../../../ui/use-action.ts';
import { call, type SavedReport } from './api.ts';

/** Keeps the report under a name, for all operators. */
export function SaveReport({ query }: { readonly query: string }) {
  const [name, setName] = useState('');
  const [saved, setSaved] = useState<SavedReport>();
  const { isBusy, failure, run } = useAction();
  const save = (event: Event) => {
    event.preventDefault();
    run(call('POST /api/saved-reports', { body: { name: name.trim(), query } }), setSaved);
  };
  if (saved !== undefined) {
    return (
      <p class="note" role="status">
        Saved as “{saved.definition.name}”.{' '}
        <a href={`#/reports/saved/${saved.id}`}>Share or send it</a>
      </p>
    );
  }
  return (
    <form class="save-report" onSubmit={save}>
      <label class="hidden" for="report-name">
        A name for this report
      </label>
      <input
        id="report-name"
        placeholder="A name for this report"
        required
        maxLength={80}
        value={name}
        onInput={(event) => setName(event.currentTarget.value)}
      />
      <button type="submit" disabled={isBusy}>
        Save
      </button>
      <Failure reason={failure} />
    </form>
  );
}
