import { Time } from '../ui/time.tsx';
import type { RefusedRecord } from './api.ts';

/** A request that was refused, and why. */
export function Refused({ record }: { readonly record: RefusedRecord }) {
  const { status, code, field, reason, publisher, requestId } = record;
  return (
    <>
      <header class="page-head">
        <h1>Refused</h1>
        <p class="muted">
          <Time iso={record.time} /> · {publisher ?? 'no publisher'} · request {requestId}
        </p>
      </header>
      <section class="panel" aria-label="Reason">
        <dl class="facts">
          <dt>Status</dt>
          <dd>{status}</dd>
          <dt>Code</dt>
          <dd>
            <code>{code}</code>
          </dd>
          <dt>Field</dt>
          <dd>{field === undefined ? '–' : <code>{field}</code>}</dd>
          <dt>Reason</dt>
          <dd>{reason}</dd>
        </dl>
      </section>
    </>
  );
}
