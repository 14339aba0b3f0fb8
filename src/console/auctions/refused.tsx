import { lossOf } from '../live/loss-words.ts';
import { Time } from '../ui/time.tsx';
import type { RefusedRecord } from './api.ts';

/** A request that was refused, and why. */
export function Refused({ record }: { readonly record: RefusedRecord }) {
  const { status, code, field, reason, publisher, requestId } = record;
  const { what, todo } = lossOf(code);
  return (
    <>
      <header class="page-head">
        <h1>Refused</h1>
        <p class="muted">
          <Time iso={record.time} /> · {publisher ?? 'no publisher'} · request {requestId}
        </p>
      </header>
      <section class="panel" aria-label="Reason">
        <div class="note bad">
          <strong>{what}.</strong>
          <p>{todo}</p>
        </div>
        <table class="pairs refusal">
          <tbody>
            <tr>
              <th scope="row">Reason</th>
              <td>{reason}</td>
            </tr>
            {field === undefined ? null : (
              <tr>
                <th scope="row">Field</th>
                <td>
                  <code>{field}</code>
                </td>
              </tr>
            )}
            <tr>
              <th scope="row">Code</th>
              <td>
                <code>{code}</code>, with status {status}
              </td>
            </tr>
          </tbody>
        </table>
      </section>
    </>
  );
}
