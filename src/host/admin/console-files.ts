import { acceptsGzip } from '../http/gzip.ts';
import { type BundledFile, bundleConsole } from './console-bundle.ts';

/** A file of the console, ready to be sent. */
type ConsoleFile = {
  readonly contentType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly gzipped: Uint8Array<ArrayBuffer>;
};

let built: ReturnType<typeof build> | undefined;

/** Made when someone first opens the console; a start without one costs nothing. */
export function consoleFiles() {
  built ??= build().catch((error: unknown) => {
    built = undefined;
    throw error;
  });
  return built;
}

async function build() {
  const bundle = new Map((await bundleConsole()).map((file) => [file.name, file]));
  /** By path; each name has the hash of its content in it. */
  const assets = new Map<string, ConsoleFile>();
  for (const { name, contentType, text } of bundle.values()) {
    assets.set(`/assets/${name}`, fileOf(text, contentType));
  }
  assets.set(`/assets/${ICON_NAME}`, fileOf(ICON, 'image/svg+xml'));
  const style = [...bundle.keys()].find((name) => name.endsWith('.css'));
  const pageOf = (entry: string, assetsPath: string) => {
    const script = [...bundle.keys()].find(
      (name) => name.startsWith(entry) && name.endsWith('.js'),
    );
    if (script === undefined || style === undefined) return undefined;
    return fileOf(shellHtml(filesOf(bundle, script), style, assetsPath), HTML);
  };
  const shell = pageOf('app-', '/assets');
  if (shell === undefined) throw new Error('the console did not bundle');
  return {
    shell,
    /** Of the pages of publishers. undefined: they are left out. */
    portal: pageOf('portal/app-', '/portal/assets'),
    assets,
  };
}

/** A script and all that it needs before it runs, itself first. */
function filesOf(bundle: ReadonlyMap<string, BundledFile>, script: string): readonly string[] {
  const files = new Set([script]);
  for (const name of files) for (const needed of bundle.get(name)?.imports ?? []) files.add(needed);
  return [...files];
}

const HTML = 'text/html; charset=utf-8';

/** It takes long, and is done once. */
const SMALLEST = { library: 'libdeflate', level: 12 } as const;

function fileOf(text: string, contentType: string): ConsoleFile {
  const bytes = new TextEncoder().encode(text);
  return { contentType, bytes, gzipped: Bun.gzipSync(bytes, SMALLEST) };
}

const ICON_NAME = 'icon.svg';
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f766e"/><path d="M8 9h16v11h-9l-5 4v-4H8z" fill="#fff"/><path d="M12 14.5h8" stroke="#0f766e" stroke-width="2" stroke-linecap="round"/></svg>';

function shellHtml(
  [script, ...needed]: readonly string[],
  style: string,
  assetsPath: string,
): string {
  // Without a hint, a browser would find each file only in the one that needs it.
  const hints = needed
    .map((name) => `<link rel="modulepreload" href="${assetsPath}/${name}">\n`)
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Parley</title>
<link rel="icon" href="${assetsPath}/${ICON_NAME}">
<link rel="stylesheet" href="${assetsPath}/${style}">
${hints}<script type="module" src="${assetsPath}/${script}"></script>
</head>
<body><div id="app"></div><noscript>These pages need JavaScript.</noscript></body>
</html>
`;
}

export function fileResponse(file: ConsoleFile, request: Request, cacheControl: string): Response {
  const takesGzip = acceptsGzip(request.headers.get('accept-encoding'));
  return new Response(takesGzip ? file.gzipped : file.bytes, {
    headers: {
      'Content-Type': file.contentType,
      'Cache-Control': cacheControl,
      Vary: 'Accept-Encoding',
      ...(takesGzip ? { 'Content-Encoding': 'gzip' } : {}),
    },
  });
}
