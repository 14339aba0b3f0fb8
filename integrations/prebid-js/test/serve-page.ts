import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { atCleanUp, ROOT } from '../../../test/process.ts';

const DOCUMENT = readFileSync(join(ROOT, 'docs/integrate/prebid-js.md'), 'utf8');
const PAGE = readFileSync(join(import.meta.dir, 'page/page.html'), 'utf8');
const PLACE_OF_SCRIPT = '/* the script of docs/integrate/prebid-js.md */';

/** A snippet of the documentation. */
export function snippet(language: string, index = 0): string {
  const all = [...DOCUMENT.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))];
  const text = all[index]?.[1];
  if (text === undefined) throw new Error(`the page has no ${language} snippet ${index + 1}`);
  return text;
}

/** The page of the documentation, with the exchange at this address, and this before it asks for ads. */
export function servePage(prebid: string, endpoint: string, before = ''): string {
  return serveScript(prebid, scriptWith(endpoint, before));
}

export function scriptWith(endpoint: string, before: string): string {
  const script = snippet('js').replace('pbjs.requestBids(', () => `${before}pbjs.requestBids(`);
  return askAt(script, endpoint);
}

/** The script, with the exchange at this address. */
export function askAt(script: string, endpoint: string): string {
  return script.replace(/endpoint: '[^']+'/, `endpoint: '${endpoint}'`);
}

/** A page with this script and Prebid.js, as a file. */
export function pageWith(script: string): string {
  return PAGE.replace(PLACE_OF_SCRIPT, () => script);
}

/** A page with this script and Prebid.js. */
export function serveScript(prebid: string, script: string): string {
  const html = pageWith(script);
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/': () => new Response(html, { headers: { 'Content-Type': 'text/html' } }),
      '/prebid.js': () => new Response(prebid, { headers: { 'Content-Type': 'text/javascript' } }),
    },
  });
  atCleanUp(() => server.stop(true));
  return `http://localhost:${server.port}/`;
}
