import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The part of the `.cpuprofile` format that is needed here. */
type CpuProfile = {
  readonly nodes: readonly {
    readonly id: number;
    readonly children?: readonly number[];
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

export type Hotspot = {
  readonly name: string;
  /** Of the working time: in the function itself, and with all that it calls. */
  readonly selfShare: number;
  readonly totalShare: number;
};

/** Nodes without a function of their own: waiting, and the trunk of the tree. */
const NO_WORK: ReadonlySet<string> = new Set(['(root)', '(idle)', '(program)']);

export function readProfile(file: string): CpuProfile {
  return JSON.parse(readFileSync(file, 'utf8')) as CpuProfile;
}

export function hotspots({ nodes, samples, timeDeltas }: CpuProfile): readonly Hotspot[] {
  const nameById = new Map(nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const parentById = new Map(
    nodes.flatMap(({ id, children = [] }) =>
      children.map((child): [number, number] => [child, id]),
    ),
  );
  const selfByName = new Map<string, number>();
  const totalByName = new Map<string, number>();
  let worked = 0;
  for (const [place, id] of samples.entries()) {
    const stack = new Set<string>();
    for (let at: number | undefined = id; at !== undefined; at = parentById.get(at)) {
      stack.add(nameById.get(at) ?? '?');
    }
    const [name = '?'] = stack;
    if (NO_WORK.has(name)) continue;
    const time = timeDeltas[place] ?? 0;
    worked += time;
    selfByName.set(name, (selfByName.get(name) ?? 0) + time);
    // A set: recursion counts once.
    for (const caller of stack) totalByName.set(caller, (totalByName.get(caller) ?? 0) + time);
  }
  return [...totalByName]
    .filter(([name]) => !NO_WORK.has(name))
    .map(([name, total]) => ({
      name,
      selfShare: (selfByName.get(name) ?? 0) / worked,
      totalShare: total / worked,
    }));
}

function nameOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']) {
  const name = functionName === '' ? '(anonymous)' : functionName;
  if (url === '') return name;
  const path = url.startsWith('file://') ? fileURLToPath(url) : url;
  return `${name}  ${relative(process.cwd(), path)}:${lineNumber + 1}`;
}
