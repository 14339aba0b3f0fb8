import { CopyButton } from './copy-button.tsx';
import { scrolled } from './scrolled.ts';

/** Shows a text unchanged, or JSON indented. */
export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  const shown = pretty(text);
  return (
    <div class="code">
      <CopyButton text={shown} label="Copy" />
      <div class="code-frame" {...scrolled(label)}>
        <pre>{shown}</pre>
      </div>
    </div>
  );
}

export function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
