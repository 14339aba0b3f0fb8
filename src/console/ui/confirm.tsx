import { useEffect, useRef, useState } from 'preact/hooks';

export type ConfirmProps = {
  /** What the button says, and that of the question again. */
  readonly label: string;
  /** Of what, for those who do not see where the button is. */
  readonly name: string;
  /** What will happen. */
  readonly consequence: string;
  readonly isSmall?: boolean;
  readonly onYes: () => void;
};

/** A button for what cannot be taken back: it says first what will happen. */
export function Confirm({ label, name, consequence, isSmall = false, onYes }: ConfirmProps) {
  const [isAsked, setIsAsked] = useState(false);
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isAsked) cancel.current?.focus();
  }, [isAsked]);
  const size = isSmall ? 'small' : undefined;
  if (!isAsked) {
    return (
      <button type="button" class={size} onClick={() => setIsAsked(true)}>
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
    <span class="confirm" role="alertdialog" aria-label={`${label} ${name}?`}>
      <span>{consequence}</span>
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
