/** `npm run docs`: writes what the pages of docs/ have from the code. With `--check` it only says which pages are stale. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { docsFiles } from '../../src/host/admin/docs/docs-files.ts';
import { fill } from './fill.ts';
import { anchorsOf, linksOf, repositoryTarget } from './links.ts';
import { sources } from './sources.ts';

const ROOT = new URL('../..', import.meta.url).pathname;
const isCheck = process.argv.includes('--check');

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

const PAGES = docsFiles().filter((name) => name.endsWith('.md'));

const anchors = new Map(PAGES.map((file) => [file, new Set(anchorsOf(read(file)))]));

/** The links of a page that lead to no file, or to no heading of a page. */
function deadLinks(file: string, page: string): readonly string[] {
  return linksOf(page).flatMap(({ target }) => {
    const found = repositoryTarget(file, target);
    if (found === undefined) return [];
    const isDead =
      !existsSync(join(ROOT, found.file)) ||
      (found.anchor !== '' && !anchors.get(found.file)?.has(found.anchor));
    return isDead ? [`the link ${target} leads nowhere`] : [];
  });
}

/** The files that a page names and that there are not. */
const deadPaths = (page: string): readonly string[] =>
  [...page.matchAll(/`((?:kit\/)?(?:test|bench)\/[\w./-]+\.\w+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => !existsSync(join(ROOT, path)))
    .map((path) => `there is no ${path}`);

/** What is installed or prints a message tells people to read a page, by its place in the repository. */
const TELLING = ['deploy', 'ops', 'src'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(md|test\.tsx?)$/.test(entry.name))
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name))),
);

const deadReferences = (file: string): readonly string[] =>
  (read(file).match(/\bdocs\/[\w./-]+\.md(?:#[\w-]+)?/g) ?? []).filter((target) => {
    const [page = '', anchor] = target.split('#');
    const known = anchors.get(page);
    return known === undefined || (anchor !== undefined && !known.has(anchor));
  });

const known = sources();
const problems = PAGES.flatMap((file) => {
  const page = read(file);
  const { text, faults } = fill(page, known);
  const isStale = text !== page;
  if (isStale && !isCheck) writeFileSync(join(ROOT, file), text);
  const stale = isStale && isCheck ? ['is stale: npm run docs'] : [];
  return [...stale, ...faults, ...deadLinks(file, text), ...deadPaths(text)].map(
    (problem) => `${file}: ${problem}`,
  );
});
const used = new Set(
  PAGES.flatMap((file) => [...read(file).matchAll(/^\[(?:table|text)\]: # \(([\w -]+)\)$/gm)]).map(
    ([, name]) => name,
  ),
);
for (const name of Object.keys(known)) {
  if (!used.has(name)) problems.push(`no page has the ${name}`);
}
for (const file of TELLING) {
  problems.push(...deadReferences(file).map((target) => `${file}: there is no ${target}`));
}
for (const problem of problems) process.stderr.write(`${problem}\n`);
process.exit(problems.length === 0 ? 0 : 1);
