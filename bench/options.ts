import { parseArgs } from 'node:util';
import { ON_REQUEST, SCENARIOS, type ScenarioName } from './scenarios/all.ts';

export type Options = {
  readonly scenarios: readonly ScenarioName[];
  readonly isShort: boolean;
  readonly jsonFile: string;
};

const JSON_FILE_DEFAULT = 'data/bench.json';

const NAMES = Object.keys(SCENARIOS) as readonly ScenarioName[];

const HELP = `Usage: npm run bench -- [scenario …] [options]

${NAMES.map((name) => `  ${name.padEnd(14)} ${SCENARIOS[name].summary}`).join('\n')}

  --short        a few hundred milliseconds each: shows that it works, not how fast it is
  --profile      the CPU profile too
  --json <file>  where the figures go (${JSON_FILE_DEFAULT})

Without names, all but ${[...ON_REQUEST].join(' and ')} run.
`;

/** The options, or what to tell whoever gave them. */
export function readOptions(args: readonly string[]): Options | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        short: { type: 'boolean', default: false },
        profile: { type: 'boolean', default: false },
        json: { type: 'string', default: JSON_FILE_DEFAULT },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const unknown = positionals.find((name) => !Object.hasOwn(SCENARIOS, name));
    if (values.help) return HELP;
    if (unknown !== undefined) return `There is no scenario "${unknown}".\n\n${HELP}`;
    const isWanted = (name: ScenarioName) =>
      positionals.includes(name) ||
      (name === 'profile' && values.profile) ||
      (positionals.length === 0 && !ON_REQUEST.has(name));
    return { scenarios: NAMES.filter(isWanted), isShort: values.short, jsonFile: values.json };
  } catch (error) {
    return `${(error as Error).message}\n\n${HELP}`;
  }
}
