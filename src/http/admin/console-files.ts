import { bundleConsole } from './console-bundle.ts';

/** A file of the console, ready to be sent. */
export type ConsoleFile = {
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
  /** By path; each name has the hash of its content in it. */
  const assets = new Map<string, ConsoleFile>();
  for (const { name, contentType, text } of await bundleConsole()) {
    assets.set(`/assets/${name}`, fileOf(text, contentType));
  }
  const paths = [...assets.keys()];
  const script = paths.find((path) => path.startsWith('/assets/app-') && path.endsWith('.js'));
  const style = paths.find((path) => path.endsWith('.css'));
  if (script === undefined || style === undefined) throw new Error('the console did not bundle');
  assets.set(ICON_PATH, fileOf(ICON, 'image/svg+xml'));
  const ofPortal = (path: string | undefined) => path && `/portal${path}`;
  const portalScript = paths.find((path) => /^\/assets\/portal-[^/]*\.js$/.test(path));
  const portal = shellHtml(ofPortal(portalScript), ofPortal(style), `/portal${ICON_PATH}`);
  return {
    shell: fileOf(shellHtml(script, style, ICON_PATH), HTML),
    /** Of the pages of publishers. */
    portal: fileOf(portal, HTML),
    assets,
  };
}

const HTML = 'text/html; charset=utf-8';

/** It takes long, and is done once. */
const SMALLEST = { library: 'libdeflate', level: 12 } as const;

function fileOf(text: string, contentType: string): ConsoleFile {
  const bytes = new TextEncoder().encode(text);
  return { contentType, bytes, gzipped: Bun.gzipSync(bytes, SMALLEST) };
}

const ICON_PATH = '/assets/icon.svg';
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0f766e"/><path d="M8 9h16v11h-9l-5 4v-4H8z" fill="#fff"/><path d="M12 14.5h8" stroke="#0f766e" stroke-width="2" stroke-linecap="round"/></svg>';

function shellHtml(script: string | undefined, style: string | undefined, icon: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Parley</title>
<link rel="icon" href="${icon}">
${style === undefined ? '' : `<link rel="stylesheet" href="${style}">`}
${script === undefined ? '' : `<script type="module" src="${script}"></script>`}
</head>
<body><div id="app"></div><noscript>These pages need JavaScript.</noscript></body>
</html>
`;
}

export function fileResponse(file: ConsoleFile, request: Request, cacheControl: string): Response {
  const takesGzip = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
  return new Response(takesGzip ? file.gzipped : file.bytes, {
    headers: {
      'Content-Type': file.contentType,
      'Cache-Control': cacheControl,
      Vary: 'Accept-Encoding',
      ...(takesGzip ? { 'Content-Encoding': 'gzip' } : {}),
    },
  });
}
