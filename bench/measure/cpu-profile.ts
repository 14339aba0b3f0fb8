import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The part of the `.cpuprofile` format that is needed here. */
type CpuProfile = {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
};

export type Hotspot = { readonly name: string; readonly share: number };

/** Nodes without a function of their own: waiting, and the trunk of the tree. */
const NO_WORK: ReadonlySet<string> = new Set(['(root)', '(idle)', '(program)']);

export function readProfile(file: string): CpuProfile {
  return JSON.parse(readFileSync(file, 'utf8')) as CpuProfile;
}

/** The functions in which most of the working time was spent, without what they call. */
export function topBySelfTime(profile: CpuProfile, count: number): readonly Hotspot[] {
  const nameById = new Map(profile.nodes.map(({ id, callFrame }) => [id, nameOf(callFrame)]));
  const timeByName = new Map<string, number>();
  let total = 0;
  for (const [place, id] of profile.samples.entries()) {
    const name = nameById.get(id) ?? '?';
    if (NO_WORK.has(name)) continue;
    const time = profile.timeDeltas[place] ?? 0;
    total += time;
    timeByName.set(name, (timeByName.get(name) ?? 0) + time);
  }
  return [...timeByName]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, time]) => ({ name, share: time / total }));
}

function nameOf({ functionName, url, lineNumber }: CpuProfile['nodes'][number]['callFrame']) {
  const name = functionName === '' ? '(anonymous)' : functionName;
  if (url === '') return name;
  const path = url.startsWith('file://') ? fileURLToPath(url) : url;
  return `${name}  ${relative(process.cwd(), path)}:${lineNumber + 1}`;
}
