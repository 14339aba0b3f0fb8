/**
 * The programs of docs/integrate that need packages of others, installed as the pages say and run word for word. Installs
 * from the registry, so that it needs a network.
 */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MOCK_MODEL, RENDER, USE_ROUTE } from '../../kit/test/long/ai-sdk-programs.ts';
import {
  filesOf,
  liveOf,
  pageNamed,
  startServer,
  writeFiles,
} from '../../kit/test/long/chat-page.ts';
import { ENDLESS_MODEL, readAndLeave } from '../../kit/test/long/endless-model.ts';
import { emptyProject, installPacked, type Project, packKit } from '../../kit/test/long/packed.ts';
import { complaintsOf, startBrowser } from '../browser/browser.ts';
import { atCleanUp, cleanUp, LONG_AUCTIONS, type Run, type Serving, serve } from '../process.ts';

let exchange: Serving;
beforeAll(async () => {
  exchange = await serve(`${LONG_AUCTIONS}partners:\n`);
});
afterAll(cleanUp);

/** The commands of a page below a heading. */
function commandsBelow(page: string, heading: string): string {
  const [, below = ''] = page.split(`\n## ${heading}\n`);
  return /^```\n([\s\S]*?)^```/m.exec(below)?.[1] ?? '';
}

/** Of that major version, from the registry: CI has an older one. */
async function installNode(major: number): Promise<string> {
  const project = emptyProject();
  const name = `node-linux-${process.arch}`;
  await project.run('npm', 'install', '--no-audit', '--no-fund', `${name}@${major}`);
  return join(project.folder, 'node_modules', name, 'bin/node');
}

describe('docs/integrate/chat-ai-sdk.md', () => {
  const page = pageNamed('chat-ai-sdk.md');
  let project: Project;
  let node: string;
  const packageOf = (name: string) =>
    JSON.parse(readFileSync(join(project.folder, 'node_modules', name, 'package.json'), 'utf8'));

  beforeAll(async () => {
    project = await installPacked();
    await project.run('sh', '-ec', commandsBelow(page, '1. Install'));
    writeFiles(project, page, exchange.port);
    project.write('my-model.mjs', MOCK_MODEL);
    project.write('use-route.mjs', USE_ROUTE);
    project.write('render.mjs', RENDER);
    node = await installNode(22);
  });

  test('names the version of the SDK and of Node that the SDK itself asks for', () => {
    const { version, engines } = packageOf('ai');
    expect(version).toStartWith('7.');
    expect(engines.node).toBe('>=22');
    expect(page).toContain('version 7 of the AI SDK, which needs Node 22 or\nlater');
    expect(packageOf('@parley/kit').engines.node).toBe('>=20');
  });

  test('has a route that streams answer and ad on that Node', async () => {
    const printed = await project.run(node, 'use-route.mjs');
    expect(printed).toContain('"delta":"Hello"');
    expect(printed).toContain('"type":"data-parley"');
    expect(printed).toContain('the model was told: true');
  });

  test('has a component that renders on that Node', async () => {
    expect(await project.run(node, 'render.mjs')).toBe('<p>Hello</p><parley-ad></parley-ad>\n');
  });
});

describe('docs/integrate/chat-express-react.md', () => {
  const page = pageNamed('chat-express-react.md');
  const [compile, build, start] = commandsBelow(page, '4. Run').split('\n');
  // In tests, which `NODE_ENV` tells of, Express would not print what it prints elsewhere.
  const inShell = ['-c', `unset NODE_ENV; exec ${start}`];
  let project: Project;
  let url: string;
  let server: Run;

  beforeAll(async () => {
    project = emptyProject();
    const install = commandsBelow(page, '1. Install');
    const packed = /\S+\.tgz/;
    expect(install).toMatch(packed);
    await project.run('sh', '-ec', install.replace(packed, await packKit()));
    writeFiles(project, page, exchange.port);
    await project.run('sh', '-ec', build ?? '');
    const started = await startServer(inShell, project.folder, 'sh');
    server = started.server;
    url = `http://localhost:${started.port}`;
  });

  test('type-checks, word for word', async () => {
    for (const { name, text } of filesOf(page)) project.write(name, text);
    expect(compile).toBe('npx tsc');
    expect(await project.run('sh', '-ec', compile ?? '')).toBe('');
  });

  test('brings an ad into its page', async () => {
    const browser = await startBrowser();
    atCleanUp(() => browser.close());
    const shown = await browser.newPage();
    const complaints = complaintsOf(shown);
    await shown.goto(url);
    await shown.getByLabel('Message').fill('trail running shoes under $150');
    await shown.getByRole('button', { name: 'Send' }).click();
    await shown.locator('parley-ad .label').getByText('Sponsored').waitFor();
    expect(await shown.locator('article > p').innerText()).toBe('Look for deep lugs.');
    expect(complaints).toEqual([]);
    expect(await shown.locator('link[rel=icon]').getAttribute('href')).toBe('data:,');
  });

  test('refuses what is wrong, and goes on', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const say = (body: string) => fetch(`${url}/chat`, { method: 'POST', headers, body });
    for (const body of ['{', '[]', '{"messages":5}', '{"messages":my dog died}']) {
      expect((await say(body)).status).toBe(400);
    }
    expect((await say(`"${'x'.repeat(2_000_000)}"`)).status).toBe(413);
    for (const path of ['/server.ts', '/%2e%2e/server.ts', '/..%2fserver.ts', '/server.ts%00']) {
      const response = await fetch(url + path);
      expect(response.ok).toBeFalse();
      expect(await response.text()).not.toContain('createParley');
    }
    const messages = [{ role: 'user', content: 'I need trail running shoes under $150' }];
    expect(await (await say(JSON.stringify({ messages }))).text()).toContain('event: parley');
  });

  test('logs why there is no ad, and once it is live nothing of a person', async () => {
    writeFiles(project, liveOf(page), exchange.port);
    const live = await startServer(inShell, project.folder, 'sh');
    const say = async (port: number | string, messages: readonly object[]) => {
      const headers = { 'Content-Type': 'application/json' };
      const body = JSON.stringify({ messages });
      await (
        await fetch(`http://localhost:${port}/chat`, { method: 'POST', headers, body })
      ).text();
    };
    const sad = [{ role: 'user', content: 'my dog died yesterday' }];
    await say(new URL(url).port, sad);
    await server.printed('no ad: sensitive null');
    await say(live.port, sad);
    await say(live.port, []);
    await live.server.printed('no ad: no-message messages: expected a message of the user');
    for (const { stdout, stderr } of [server, live.server]) {
      expect(stdout() + stderr()).not.toContain('dog');
    }
    expect(live.server.stdout() + live.server.stderr()).not.toContain('sensitive');
  });

  test('stops the model where the reader has left', async () => {
    // Word for word, it would take the port of the page.
    writeFiles(project, page, exchange.port);
    project.write('model.ts', ENDLESS_MODEL);
    const endless = await startServer(inShell, project.folder, 'sh');
    await readAndLeave(`http://localhost:${endless.port}/chat`);
    await endless.server.printed('the model has stopped, and was told: true');
  });
});
