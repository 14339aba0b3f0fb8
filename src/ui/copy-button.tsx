import { useState } from 'preact/hooks';

const THANKS_MS = 1500;

type CopyButtonProps = {
  readonly label: string;
  /** A function where the text is made when it is needed. */
  readonly text: string | (() => Promise<string>);
};

export function CopyButton({ text, label }: CopyButtonProps) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text());
      setSaid('Copied');
    } catch {
      // Browsers allow the clipboard only over https and on localhost.
      setSaid('The browser does not allow copying here');
    }
    setTimeout(() => setSaid(''), THANKS_MS);
  };
  return (
    <button type="button" onClick={copy} aria-live="polite">
      {said || label}
    </button>
  );
}
