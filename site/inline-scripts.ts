import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const BASE = '/docs/';

/** Moves every script of a page into a file: the policy of the admin port forbids scripts in pages. */
export function withoutInlineScripts(html: string, outDir: string): string {
  return html.replace(
    /<script([^>]*)>([^<]+)<\/script>/g,
    (_, attributes: string, code: string) => {
      const name = `inline-${createHash('sha256').update(code).digest('hex').slice(0, 12)}.js`;
      mkdirSync(join(outDir, 'assets'), { recursive: true });
      writeFileSync(join(outDir, 'assets', name), code);
      return `<script${attributes} src="${BASE}assets/${name}"></script>`;
    },
  );
}
