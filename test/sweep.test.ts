import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUp, temporaryFolder } from './process.ts';
import { ownRun, RUN_PREFIX, sweepDeadRuns } from './sweep.ts';

afterAll(cleanUp);

const HOUR_SEC = 3600;
const NOW_SEC = 1_800_000_000;

function makeRun(temporary: string, name: string, ageHours = 0): string {
  const folder = join(temporary, `${RUN_PREFIX}${name}`);
  mkdirSync(join(folder, 'data'), { recursive: true });
  const madeSec = NOW_SEC - ageHours * HOUR_SEC;
  utimesSync(folder, madeSec, madeSec);
  return folder;
}

/** The number of a process that has ended. */
function endedPid(): number {
  return Bun.spawnSync(['true']).pid;
}

test('the folder of a run whose process and cleaner are both gone is removed', () => {
  const temporary = temporaryFolder();
  const dead = makeRun(temporary, 'dead');
  ownRun(dead, [endedPid(), endedPid()]);
  sweepDeadRuns(temporary, NOW_SEC * 1000);
  expect(existsSync(dead)).toBe(false);
});

test('the folder of a run stays while its process or its cleaner runs', () => {
  const temporary = temporaryFolder();
  const running = makeRun(temporary, 'running');
  ownRun(running, [process.pid, endedPid()]);
  const cleaning = makeRun(temporary, 'cleaning');
  ownRun(cleaning, [endedPid(), process.pid]);
  sweepDeadRuns(temporary, NOW_SEC * 1000);
  expect([running, cleaning].map((folder) => existsSync(folder))).toEqual([true, true]);
});

test('the folder of a run that is about to write its processes down stays', () => {
  const temporary = temporaryFolder();
  const beginning = makeRun(temporary, 'beginning');
  ownRun(beginning, []);
  utimesSync(beginning, NOW_SEC, NOW_SEC);
  sweepDeadRuns(temporary, NOW_SEC * 1000);
  expect(existsSync(beginning)).toBe(true);
});

test('a folder that names no process stays for a day, and other folders stay for good', () => {
  const temporary = temporaryFolder();
  const old = makeRun(temporary, 'old', 25);
  const young = makeRun(temporary, 'young', 23);
  const foreign = join(temporary, 'something-else');
  mkdirSync(foreign);
  sweepDeadRuns(temporary, NOW_SEC * 1000);
  expect([old, young, foreign].map((folder) => existsSync(folder))).toEqual([false, true, true]);
});
