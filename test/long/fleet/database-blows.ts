import { type Backup, backUp } from './backup.ts';
import type { Blow, Span } from './blow.ts';
import type { Fleet } from './fleet.ts';
import type { FleetMachine } from './machine.ts';

export function databaseBlows(fleet: Fleet): readonly Blow[] {
  const { postgres, machines, wires } = fleet;
  const stalls = 'all';
  return [
    {
      name: 'Postgres is killed',
      kind: 'Postgres killed',
      stalls,
      begin: postgres.crash,
      end: postgres.start,
    },
    {
      name: 'Postgres hangs',
      kind: 'Postgres hangs',
      stalls,
      begin: postgres.pause,
      end: postgres.resume,
    },
    goesBack(fleet),
    ...machines.flatMap((machine, index) => {
      const wire = wires[index];
      if (wire === undefined) return [];
      const name = `the answers of Postgres to ${machine.name} are lost within a transaction`;
      const own = { name, kind: 'answers of Postgres lost', stalls: [machine.name] };
      return [{ ...own, begin: wire.loseAnswers, end: wire.restore }];
    }),
  ];
}

/** A segment that was finished shortly before the backup may be drained after it, and is deleted then. */
const BEFORE_BACKUP_MS = 10_000;

/** A backup is put in place of the database while all machines run. Campaigns are then as they were. */
function goesBack({ postgres, databaseUrl, machines, switched }: Fleet): Blow {
  const [first] = machines;
  let backup: Backup | undefined;
  let takenBack: Span = { fromMs: 0, toMs: 0 };
  let faults: readonly string[] = [];
  return {
    name: 'the database goes back',
    kind: 'database goes back',
    stalls: 'all',
    async begin() {
      await turnOrFail(first, 'paused');
      const fromMs = Date.now() - BEFORE_BACKUP_MS;
      backup = await backUp(postgres, databaseUrl);
      takenBack = { fromMs, toMs: fromMs };
      await turnOrFail(first, 'active');
      faults = await switched.followedBy(machines, 'active');
    },
    async end() {
      await backup?.restore();
      takenBack = { ...takenBack, toMs: Date.now() };
      faults = [...faults, ...(await switched.followedBy(machines, 'paused'))];
    },
    report: () => ({ faults, takenBack }),
  };

  async function turnOrFail(by: FleetMachine | undefined, to: 'active' | 'paused'): Promise<void> {
    if (by === undefined || !(await switched.turn(by, to))) {
      throw new Error(`a campaign could not be turned ${to}`);
    }
  }
}
