import type { ComponentChildren } from 'preact';
import { CopyButton } from './copy-button.tsx';

type ShownOnceProps = {
  readonly label: string;
  readonly text: string;
  readonly children: ComponentChildren;
};

/** A secret that the server keeps no copy of: it is here now and never again. */
export function ShownOnce({ label, text, children }: ShownOnceProps) {
  return (
    <div class="note shown-once" role="status">
      <label>
        <strong>{label}</strong>
        <input readOnly value={text} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <CopyButton text={text} label="Copy" />
      <p>{children}</p>
    </div>
  );
}
