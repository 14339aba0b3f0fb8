import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ON_REQUEST, SCENARIOS, type ScenarioName } from './scenarios/all.ts';

export type Options = {
  readonly scenarios: readonly ScenarioName[];
  readonly isShort: boolean;
  /** Instead of the usual number. */
  readonly rounds?: number;
  /** The checkout to compare with. */
  readonly other?: string;
  readonly jsonFile: string;
};

const JSON_FILE_DEFAULT = 'data/bench.json';

const ROUNDS_MAX = 1000;

const NAMES = Object.keys(SCENARIOS) as readonly ScenarioName[];

const HELP = `Usage: npm run bench -- [scenario …] [options]

${NAMES.map((name) => `  ${name.padEnd(14)} ${SCENARIOS[name].summary}`).join('\n')}

  --short        a few hundred milliseconds each: shows that it works, not how fast it is
  --profile      the CPU profile too
  --rounds <n>   so many rounds, of a minute each in \`spec\`
  --beside <checkout>
                 each Parley server is started from that checkout too, in turns with its own, and rows
                 have their ratio to it
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
        rounds: { type: 'string' },
        beside: { type: 'string' },
        json: { type: 'string', default: JSON_FILE_DEFAULT },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    const unknown = positionals.find((name) => !Object.hasOwn(SCENARIOS, name));
    if (values.help) return HELP;
    if (unknown !== undefined) return `There is no scenario "${unknown}".\n\n${HELP}`;
    const rounds = values.rounds === undefined ? undefined : Number(values.rounds);
    if (
      rounds !== undefined &&
      !(Number.isInteger(rounds) && rounds >= 1 && rounds <= ROUNDS_MAX)
    ) {
      return `--rounds takes a number from 1 to ${ROUNDS_MAX}.\n\n${HELP}`;
    }
    if (values.beside !== undefined && !existsSync(join(values.beside, 'bin/parley'))) {
      return `There is no Parley in "${values.beside}".\n\n${HELP}`;
    }
    const isWanted = (name: ScenarioName) =>
      positionals.includes(name) ||
      (name === 'profile' && values.profile) ||
      (positionals.length === 0 && !ON_REQUEST.has(name));
    return {
      scenarios: NAMES.filter(isWanted),
      isShort: values.short,
      jsonFile: values.json,
      ...(rounds === undefined ? {} : { rounds }),
      ...(values.beside === undefined ? {} : { other: values.beside }),
    };
  } catch (error) {
    return `${(error as Error).message}\n\n${HELP}`;
  }
}
