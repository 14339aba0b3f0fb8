import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';

export type ConfirmProps = {
  /** What the button says, and that of the question again. */
  readonly label: string;
  /** Of what, for those who do not see where the button is. */
  readonly name: string;
  /** What will happen. It is drawn, and may read figures, once the button was pressed. */
  readonly consequence: ComponentChildren;
  readonly kind?: 'small' | 'primary';
  readonly isDisabled?: boolean;
  readonly onYes: () => void;
};

/** A button for what stops something or cannot be taken back: it says first what will happen. */
export function Confirm({ label, name, consequence, kind, isDisabled, onYes }: ConfirmProps) {
  const [isAsked, setIsAsked] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  const asking = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  const id = useId();
  useEffect(() => {
    if (isAsked) cancel.current?.focus();
    else if (wasAsked.current) asking.current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked]);
  if (!isAsked) {
    return (
      <button
        type="button"
        class={kind}
        ref={asking}
        disabled={isDisabled}
        onClick={() => setIsAsked(true)}
      >
        {label}
        <span class="hidden"> {name}</span>
      </button>
    );
  }
  const answer = (isYes: boolean) => {
    setIsAsked(false);
    if (isYes) onYes();
  };
  return (
    <span class="confirm" role="alertdialog" aria-label={`${label} ${name}?`} aria-describedby={id}>
      <span id={id}>{consequence}</span>
      <button type="button" class="danger" onClick={() => answer(true)}>
        {label}
        <span class="hidden"> {name} now</span>
      </button>
      <button type="button" ref={cancel} onClick={() => answer(false)}>
        Cancel
      </button>
    </span>
  );
}
