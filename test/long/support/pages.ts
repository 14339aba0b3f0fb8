import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../process.ts';

const FOLDER = join(ROOT, 'docs/deploy');

/** The pages that people follow to run Parley on a server. */
export const PAGES: readonly string[] = readdirSync(FOLDER).sort();

type Block = { readonly language: string; readonly text: string };

export function blocksOf(page: string): readonly Block[] {
  const markdown = readFileSync(join(FOLDER, page), 'utf8');
  return [...markdown.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(
    ([, language = '', text = '']) => ({ language, text }),
  );
}

/** The commands in the shell blocks of a page, one for each line. */
export const commandsOf = (page: string): readonly string[] =>
  blocksOf(page)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ text }) => text.trim().split('\n'));

/** A command of a page, for a test that runs it. Fails where the page has another one by now. */
export function command(page: string, text: string): string {
  if (!commandsOf(page).includes(text)) {
    throw new Error(`docs/deploy/${page} has no command "${text}": run the one that it has`);
  }
  return text;
}

const OTHER_FOLDER = 'test/long/support/build.ts runs the same program with another folder';
const NO_SYSTEMD = 'systemd is not the init of the machine that runs the tests';
const NO_ENGINE = 'needs an engine for containers, and images from a registry';
const WHILE_RUNNING = 'test/stores/store.test.ts does the same with two machines';

/** The commands of the pages that no test runs, and why. */
export const NOT_RUN: Readonly<Record<string, string>> = {
  'npm run build': OTHER_FOLDER,
  'npm run build -- --deb': OTHER_FOLDER,
  'npm run build -- --container': OTHER_FOLDER,
  'systemctl status parley': NO_SYSTEMD,
  'systemctl reload parley': NO_SYSTEMD,
  'systemctl stop parley': NO_SYSTEMD,
  'systemctl start parley': NO_SYSTEMD,
  'systemctl restart parley': NO_SYSTEMD,
  'systemctl enable --now parley-backup.timer': NO_SYSTEMD,
  'systemctl reload nginx': NO_SYSTEMD,
  'systemctl reload caddy': NO_SYSTEMD,
  'journalctl --unit parley --output cat': NO_SYSTEMD,
  'docker build --file dist/container/Containerfile --tag parley dist/container': NO_ENGINE,
  'docker run --read-only --cap-drop ALL --shm-size 256m --stop-timeout 20 --log-opt max-size=50m --log-opt max-file=5 -p 8080:8080 -v parley:/var/lib/parley parley':
    NO_ENGINE,
  'docker compose up --detach': NO_ENGINE,
  'createdb parley_restored': WHILE_RUNNING,
  'pg_restore --no-owner --dbname=parley_restored parley.dump': WHILE_RUNNING,
  'psql --dbname=postgres --file=swap.sql': WHILE_RUNNING,
};
