import { useState } from 'preact/hooks';

const THANKS_MS = 1500;

export function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
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
