import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitepress';
import { withoutInlineScripts } from '../inline-scripts.ts';
import { slugOf } from '../markdown-links.ts';

const DIST = join(import.meta.dirname, '../../dist');
const SOURCE = join(DIST, 'docs-source');

export default defineConfig({
  title: 'Parley',
  description: 'An OpenRTB 2.6 exchange for native ads in conversations',
  base: '/docs/',
  srcDir: SOURCE,
  outDir: join(DIST, 'docs'),
  cacheDir: join(DIST, 'docs-cache'),
  // The admin port has it; another host shows none.
  head: [['link', { rel: 'icon', href: '/assets/icon.svg' }]],
  // One page after the other: the search index has them in the order in which they are ready, and its hash is in names.
  buildConcurrency: 1,
  // Otherwise every page has the list of all pages in a script of its own.
  metaChunk: true,
  ignoreDeadLinks: 'localhostLinks',
  themeConfig: {
    search: { provider: 'local' },
    sidebar: JSON.parse(readFileSync(join(SOURCE, 'sidebar.json'), 'utf8')),
    outline: [2, 3],
  },
  markdown: {
    // The pages are plain Markdown: `<id>` in them is text.
    html: false,
    linkify: false,
    anchor: { slugify: slugOf },
    // By default a line that takes half a second is left without colours, so that the pages depend on the machine.
    shikiSetup: (highlighter) => {
      const { codeToHtml } = highlighter;
      highlighter.codeToHtml = (code, options) =>
        codeToHtml(code, { ...options, tokenizeTimeLimit: 0 });
    },
  },
  transformHtml: (html, _id, { siteConfig }) => withoutInlineScripts(html, siteConfig.outDir),
});
