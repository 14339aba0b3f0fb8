import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../process.ts';
import { workersOf } from '../soak/gauge.ts';
import type { Blow } from './blow.ts';
import type { Fleet } from './fleet.ts';
import { createMachine, type FleetMachine } from './machine.ts';
import type { SwitchState } from './switched.ts';

/** Only root may mount. */
const IS_ROOT = process.getuid?.() === 0;

export function folderBlows(fleet: Fleet): readonly Blow[] {
  return [
    ...fleet.machines.flatMap((machine, index) => [
      copied(fleet, index),
      rolledBack(machine),
      sharedFolderGone(fleet, machine),
    ]),
    ...(IS_ROOT ? [sharedFolderFull(fleet)] : []),
  ];
}

/** A machine that starts again removes the journals of before, and may forget how far it had come in them. */
async function restart({ stop, start }: FleetMachine): Promise<void> {
  await stop();
  await start();
}

/** As a backup of a running machine would be, but for the file by which one process at a time owns the folder. */
function copyDataDir(dataDir: string, to: string): void {
  const filter = (path: string) => !/^lock/.test(path.slice(dataDir.length + 1));
  cpSync(dataDir, to, { recursive: true, filter });
}

/** What a machine has in its journals is drained by another one too. */
function copied({ machines, wires, configWith }: Fleet, index: number): Blow {
  const machine = machines[index];
  const wire = wires[index];
  if (machine === undefined || wire === undefined) throw new Error(`no machine ${index}`);
  let copy: FleetMachine | undefined;
  return {
    name: `the data folder of ${machine.name} is copied, and started as one more machine`,
    kind: 'data folder copied',
    stalls: [machine.name],
    async begin() {
      const dataDir = join(temporaryFolder(), 'data');
      copyDataDir(machine.dataDir, dataDir);
      await restart(machine);
      copy = createMachine(`a copy of ${machine.name}`, { config: configWith(wire), dataDir });
      await copy.start();
    },
    end: () => copy?.stop(),
  };
}

/** Everything in the journals of the older folder is in the database already. */
function rolledBack(machine: FleetMachine): Blow {
  const { name, dataDir } = machine;
  let older = '';
  return {
    name: `the data folder of ${name} is rolled back`,
    kind: 'data folder rolled back',
    stalls: [name],
    async begin() {
      older = join(temporaryFolder(), 'data');
      copyDataDir(dataDir, older);
      await restart(machine);
    },
    async end() {
      await machine.stop();
      rmSync(dataDir, { recursive: true });
      cpSync(older, dataDir, { recursive: true });
      await machine.start();
    },
  };
}

/** A change that a machine has confirmed, or that another one has made, has to reach its workers. */
async function changes(
  { switched, machines }: Fleet,
  by: FleetMachine,
  to: SwitchState,
): Promise<readonly string[]> {
  // One that is not confirmed may be stored nevertheless, as an answer says.
  await switched.turn(by, to);
  const other = machines.find((machine) => machine !== by) ?? by;
  const isStored = await switched.turn(other, to);
  const faults = await switched.followedBy([by], to);
  return isStored ? faults : [`${other.name} does not turn a campaign ${to}`, ...faults];
}

function sharedFolderGone(fleet: Fleet, machine: FleetMachine): Blow {
  const { name } = machine;
  let faults: readonly string[] = [];
  return {
    name: `the folder that the processes of ${name} share is removed`,
    kind: 'shared folder gone',
    stalls: 'none',
    async begin() {
      await fleet.switched.turn(machine, 'paused');
      for (const folder of sharedFoldersOf(machine)) rmSync(folder, { recursive: true });
      faults = await changes(fleet, machine, 'active');
    },
    async end() {
      faults = [...faults, ...(await changes(fleet, machine, 'paused'))];
    },
    report: () => ({ faults }),
  };
}

const SHARED_FOLDER = /(\/dev\/shm\/parley-[^/\s]+)\//g;

/** That its workers have mapped. One that was removed stays mapped until they end. */
function sharedFoldersOf(machine: FleetMachine): readonly string[] {
  const maps = workersOf(machine.pid() ?? 0).map((pid) =>
    readFileSync(`/proc/${pid}/maps`, 'utf8'),
  );
  const found = maps.join('\n').matchAll(SHARED_FOLDER);
  return [...new Set(found.map(([, folder = '']) => folder))].filter((folder) =>
    existsSync(folder),
  );
}

const SMALL_MEMORY = [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'mount -t tmpfs -o size=256m tmpfs /dev/shm && exec "$0" "$@"',
];
const CHUNK = Buffer.alloc(1024 ** 2);

/** The last machine gets a folder of its own size, so that nobody else has a full one. */
function sharedFolderFull(fleet: Fleet): Blow {
  const machine = fleet.machines.at(-1);
  if (machine === undefined) throw new Error('a fleet has machines');
  const filler = () => `/proc/${machine.pid()}/root/dev/shm/filler`;
  let faults: readonly string[] = [];
  return {
    name: `the folder that the processes of ${machine.name} share is full`,
    kind: 'shared folder full',
    stalls: [machine.name],
    async begin() {
      await machine.stop();
      await machine.start({ within: SMALL_MEMORY });
      await fleet.switched.turn(machine, 'paused');
      fill(filler());
      // As long as it is full the machine need not follow. It must not forget.
      await fleet.switched.turn(machine, 'active');
    },
    async end() {
      rmSync(filler());
      faults = await changes(fleet, machine, 'active');
      await machine.stop();
      await machine.start();
    },
    report: () => ({ faults }),
  };
}

function fill(file: string): void {
  try {
    for (;;) writeFileSync(file, CHUNK, { flag: 'a' });
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ENOSPC') throw error;
  }
}
