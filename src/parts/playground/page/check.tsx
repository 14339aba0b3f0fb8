import type { Outcome } from '../../../ui/shell/client.ts';
import type { CheckedFault, CheckResult } from '../operations.ts';
import { type LineNote, showLine } from './editor.tsx';

type CheckProps = {
  readonly check: Outcome<CheckResult> | undefined;
  /** One for each fault, in their order. */
  readonly notes: readonly LineNote[];
};

/** What the endpoint would say of the request, below the editor. */
export function Check({ check, notes }: CheckProps) {
  return (
    <div id="check" class="check" role="status">
      {check === undefined ? (
        <p class="muted">Checking …</p>
      ) : check.kind === 'failed' ? (
        <p class="bad">{check.reason}</p>
      ) : check.value.valid ? (
        <>
          <p class="good">Valid, integration level {check.value.integrationLevel} of 4.</p>
          {check.value.warnings.map(({ code, field, reason }) => (
            <p class="warn" key={`${code} ${field}`}>
              {field === undefined ? '' : `${field}: `}
              {reason}
            </p>
          ))}
        </>
      ) : (
        <FaultList faults={check.value.faults} more={check.value.more} notes={notes} />
      )}
    </div>
  );
}

type FaultListProps = Pick<CheckProps, 'notes'> & {
  readonly faults: readonly CheckedFault[];
  readonly more: number;
};

/** Each fault with its line. The endpoint answers with the first alone. */
function FaultList({ faults, more, notes }: FaultListProps) {
  const count = faults.length + more;
  return (
    <>
      {count > 1 ? (
        <p class="bad">{count} faults; the endpoint answers with the first of them:</p>
      ) : null}
      <ol class="fault-list">
        {faults.map(({ message, details: { field, reason } }, index) => (
          <li class="bad" key={`${index} ${field}`}>
            <strong>{field ?? message}</strong>: {reason} <ShowLine note={notes[index]} />
          </li>
        ))}
      </ol>
      {more > 0 ? <p class="bad">… and {more} more.</p> : null}
    </>
  );
}

function ShowLine({ note }: { readonly note: LineNote | undefined }) {
  if (note === undefined) return null;
  return (
    <button type="button" class="link" onClick={() => showLine(note.line)}>
      Show line {note.line}
    </button>
  );
}
