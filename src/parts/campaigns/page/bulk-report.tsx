import { useEffect, useRef } from 'preact/hooks';
import { Failure } from '../../../ui/empty.tsx';
import { count } from '../../../ui/format.ts';
import type { BulkResult } from './bulk-api.ts';
import { bulkWords, campaignsWords, changedOf, keptSentences } from './bulk-words.ts';
import { hrefOf } from './paths.ts';
import type { BulkOutcome, useBulk } from './use-bulk.ts';

type BulkReportProps = { readonly bulk: ReturnType<typeof useBulk> };

/** What an action would do, is doing, or did. */
export function BulkReport({ bulk }: BulkReportProps) {
  const { state } = bulk;
  if (state.step === 'idle') return null;
  if (state.step === 'working') {
    return (
      <p role="status">
        {count(state.done)} of {campaignsWords(state.of)} …
      </p>
    );
  }
  return state.step === 'preview' ? (
    <Preview outcome={state} bulk={bulk} />
  ) : (
    <Done outcome={state} bulk={bulk} />
  );
}

/** The first button has the focus: whoever works with the keyboard goes on from there. */
function useFocusedActions() {
  const actions = useRef<HTMLParagraphElement>(null);
  useEffect(() => actions.current?.querySelector('button')?.focus(), []);
  return actions;
}

function Preview({
  outcome,
  bulk,
}: BulkReportProps & { readonly outcome: BulkOutcome<'preview'> }) {
  const { action, results, failure } = outcome;
  const { does, label } = bulkWords(action);
  const changed = changedOf(results);
  const actions = useFocusedActions();
  const sentence =
    changed.length === 0
      ? 'Nothing would change.'
      : `This ${does} ${campaignsWords(changed.length)}.`;
  return (
    <div
      class="note"
      role="alertdialog"
      aria-label="What would happen"
      aria-describedby="bulk-would"
    >
      <div id="bulk-would">
        <p>
          <strong>{sentence}</strong> {keptSentences(results).join(' ')}
        </p>
        {action.kind === 'state' || action.kind === 'approve' ? null : (
          <Examples results={changed} />
        )}
      </div>
      <Failure reason={failure} />
      <p class="actions" ref={actions}>
        {changed.length === 0 || failure !== undefined ? null : (
          <button type="button" class="primary" onClick={() => bulk.confirm(outcome)}>
            {label} {campaignsWords(changed.length)}
          </button>
        )}
        <button type="button" onClick={bulk.close}>
          Cancel
        </button>
      </p>
    </div>
  );
}

const EXAMPLES_SHOWN = 5;

/** What changes, for the first campaigns. */
function Examples({ results }: { readonly results: readonly BulkResult[] }) {
  return (
    <ul>
      {results.slice(0, EXAMPLES_SHOWN).map(({ partner, campaign, changes }) => (
        <li key={`${partner}/${campaign}`}>
          {campaign}:{' '}
          {changes
            .map(({ field, from, to }) => `${field} ${words(from)} → ${words(to)}`)
            .join(', ')}
        </li>
      ))}
      {results.length > EXAMPLES_SHOWN ? (
        <li>and {campaignsWords(results.length - EXAMPLES_SHOWN)} more</li>
      ) : null}
    </ul>
  );
}

const words = (value: unknown) =>
  value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value);

function Done({ outcome, bulk }: BulkReportProps & { readonly outcome: BulkOutcome<'done'> }) {
  const { action, results, failure } = outcome;
  const changed = changedOf(results);
  const refused = results.filter((one) => one.outcome === 'refused');
  const actions = useFocusedActions();
  const isUndo = action.kind === 'undo';
  return (
    <div class="note">
      <p role="status">
        <strong>
          {isUndo
            ? `Taken back: ${campaignsWords(changed.length)} as before.`
            : `Done: ${campaignsWords(changed.length)} changed.`}
        </strong>{' '}
        {keptSentences(results).join(' ')}
      </p>
      {refused.length === 0 ? null : (
        <ul>
          {refused.slice(0, EXAMPLES_SHOWN).map(({ partner, campaign, reason }) => (
            <li key={`${partner}/${campaign}`}>
              <a href={hrefOf(partner, campaign)}>{campaign}</a>: {reason}
            </li>
          ))}
        </ul>
      )}
      <Failure reason={failure} />
      <p class="actions" ref={actions}>
        {isUndo || changed.length === 0 ? null : (
          <button type="button" onClick={() => bulk.undo(outcome)}>
            Undo
          </button>
        )}
        <button type="button" onClick={bulk.close}>
          Close
        </button>
      </p>
    </div>
  );
}
