import { open } from 'node:fs/promises';
import { command, onlyOne } from '../../host/command/command.ts';
import { readHttpUrl } from '../../host/command/option-values.ts';
import { ConfigFault } from '../../host/config/config.ts';
import { loadSetup } from '../../host/config/setup.ts';
import { ECB_BYTES_MAX, ECB_URL, readEcbXml } from '../../host/currency/ecb.ts';
import {
  oldRatesDays,
  readReferenceRates,
  writeReferenceRates,
} from '../../host/currency/reference-rates.ts';

const HELP = `Gets the reference rates of the European Central Bank, for auction.referenceRates

Usage: parley rates [options] [file]

  file     the bank's daily file (eurofxref-daily.xml), where this machine has no way to the bank
  --url    the address of that file; without one, ${ECB_URL}
  --help   this text

The rates go into the data folder of the config. A server reads them at its next start or reload.
`;

const FETCH_MS_MAX = 30_000;

/** `parley rates`: brings the rates of the day into the data folder. */
export const rates = command({
  name: 'rates',
  help: HELP,
  options: { url: { type: 'string' } },
  read({ url }, positionals) {
    const file = onlyOne('file', positionals);
    if (file !== undefined && url !== undefined) {
      throw new Error('expected a file or --url, but got both');
    }
    return { file, url: url === undefined ? ECB_URL : readHttpUrl('url', url) };
  },
  async run({ file, url }, fail) {
    const setup = loadSetup(process.env, process.cwd());
    if (setup instanceof ConfigFault) return fail(setup.message, 1);
    let text: string;
    try {
      text = file === undefined ? await fetchText(url) : await readText(file);
    } catch (error) {
      return fail(`${file ?? url}: ${(error as Error).message}`, 1);
    }
    const source = `European Central Bank, euro foreign exchange reference rates, from ${file ?? url}`;
    const read = readEcbXml(text, { source, nowMs: Date.now() });
    if (typeof read === 'string') return fail(`${file ?? url}: ${read}`, 1);
    const { dataDir, auction } = setup.config;
    const present = readReferenceRates(dataDir);
    // The newer of those would be used all the same.
    if (!('fault' in present) && read.date < present.date) {
      const reason = `expected rates of ${present.date}, which are there already, or newer ones, but got those of ${read.date}`;
      return fail(`${file ?? url}: ${reason}`, 1);
    }
    const written = writeReferenceRates(dataDir, read);
    const count = Object.keys(read.perEuro).length;
    process.stdout.write(
      `rates of ${read.date} for the euro and ${count} currencies: ${written}\n`,
    );
    if (auction.referenceDate === undefined) {
      process.stdout.write('note: the config has no auction.referenceRates, so nobody uses them\n');
    }
    const days = oldRatesDays(read.date, Date.now());
    if (days !== undefined) process.stdout.write(`note: they are ${days} days old\n`);
  },
});

async function fetchText(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(FETCH_MS_MAX) });
  if (response.status !== 200) throw new Error(`expected status 200, but got ${response.status}`);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > ECB_BYTES_MAX) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

async function readText(path: string): Promise<string> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(ECB_BYTES_MAX + 1));
  if (bytesRead > ECB_BYTES_MAX) throw tooLarge();
  return buffer.toString('utf8', 0, bytesRead);
}

function tooLarge(): Error {
  return new Error(`expected at most ${ECB_BYTES_MAX} bytes`);
}
