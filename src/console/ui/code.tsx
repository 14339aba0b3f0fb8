import { CopyButton } from './copy-button.tsx';

/** Shows a text unchanged, or JSON indented. */
export function Code({ text, label }: { readonly text: string; readonly label: string }) {
  const shown = pretty(text);
  return (
    <div class="code">
      <CopyButton text={shown} label="Copy" />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling element must be reachable by keyboard */}
      <section class="code-frame" tabIndex={0} aria-label={label}>
        <pre>{shown}</pre>
      </section>
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
