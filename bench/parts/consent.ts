/**
 * What reading consent strings costs, and what the official libraries take for the same strings. The
 * libraries are not asked about the hostile ones: they would take seconds.
 */
import { GppModel } from '@iabgpp/cmpapi';
import { TCString } from '@iabtechlabtcf/core';
import { readGpp } from '../../src/privacy/consent/gpp.ts';
import { readTcf } from '../../src/privacy/consent/tcf.ts';
import {
  ASKED_VENDORS,
  HOSTILE_GPP_STRINGS,
  HOSTILE_TC_STRINGS,
  NORMAL_GPP_STRING,
  NORMAL_TC_STRING,
} from '../../test/privacy/hostile-strings.ts';

const TINY_TC_STRING =
  'CQSbk4AQSbk4ANwAAAENAwCgAAAAAAAAAAYgACPAAAAA.IDKQA4AAgAKAGQAygAAA.YAAAAAAAAAAA';
const GPP_WITH_TC_STRING = `DBABMA~${NORMAL_TC_STRING}`;
const ALL_SECTION_IDS = Array.from({ length: 32 }, (_, i) => i + 1);

const ROUNDS = 31;
const ROUND_MS = 8;

type Cost = { readonly median: number; readonly best: number };

/** Microseconds a call. The median is what it costs here; the best round, on a machine left alone. */
function measure(work: () => unknown): Cost {
  const warmUpEnd = Bun.nanoseconds() + 40 * ROUND_MS * 1e6;
  let calls = 0;
  while (Bun.nanoseconds() < warmUpEnd) {
    work();
    calls++;
  }
  const callsPerRound = Math.max(1, Math.round(calls / 40));
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = Bun.nanoseconds();
    for (let call = 0; call < callsPerRound; call++) work();
    rounds.push((Bun.nanoseconds() - start) / callsPerRound / 1000);
  }
  rounds.sort((a, b) => a - b);
  return { median: rounds[ROUNDS >> 1] ?? 0, best: rounds[0] ?? 0 };
}

function print(name: string, cost: Cost, note = ''): void {
  const [median, best] = [cost.median, cost.best].map((us) => us.toFixed(2).padStart(8));
  process.stdout.write(`${name.padEnd(64)}${median} µs  best${best}  ${note}\n`);
}

function compare(name: string, read: () => unknown, readByLibrary: () => unknown): void {
  const cost = measure(read);
  const library = measure(readByLibrary);
  print(name, cost, `library ${(library.median / cost.median).toFixed(0)} times as much`);
}

function readUsnatByLibrary(): unknown {
  const model = new GppModel(NORMAL_GPP_STRING);
  return ['SaleOptOut', 'SharingOptOut', 'Gpc'].map((field) =>
    model.getFieldValueBySectionId(7, field),
  );
}

process.stdout.write(`each asked about ${ASKED_VENDORS.length} vendors or all sections\n\n`);
compare(
  `TC string of ${NORMAL_TC_STRING.length} characters`,
  () => readTcf(NORMAL_TC_STRING, ASKED_VENDORS),
  () => TCString.decode(NORMAL_TC_STRING),
);
compare(
  `TC string of ${TINY_TC_STRING.length} characters`,
  () => readTcf(TINY_TC_STRING, ASKED_VENDORS),
  () => TCString.decode(TINY_TC_STRING),
);
compare('GPP string with usnat', () => readGpp(NORMAL_GPP_STRING, [7]), readUsnatByLibrary);
compare(
  'GPP string with the TC string of 700 characters',
  () => {
    const section = readGpp(GPP_WITH_TC_STRING, [2])?.sections[0];
    return section && readTcf(section.text, ASKED_VENDORS);
  },
  () => new GppModel(GPP_WITH_TC_STRING).getFieldValueBySectionId(2, 'VendorConsents'),
);

process.stdout.write('\n');
for (const [name, text] of Object.entries(HOSTILE_TC_STRINGS)) {
  const isReadable = readTcf(text, ASKED_VENDORS) !== undefined;
  const cost = measure(() => readTcf(text, ASKED_VENDORS));
  print(`hostile TC: ${name}`, cost, `${text.length} characters${isReadable ? ', read' : ''}`);
}
for (const [name, text] of Object.entries(HOSTILE_GPP_STRINGS)) {
  const isReadable = readGpp(text, ALL_SECTION_IDS) !== undefined;
  const cost = measure(() => readGpp(text, ALL_SECTION_IDS));
  print(`hostile GPP: ${name}`, cost, `${text.length} characters${isReadable ? ', read' : ''}`);
}
