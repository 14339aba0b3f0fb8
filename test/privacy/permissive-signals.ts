import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOfAnotherLaw, readGppSections } from '../../src/openrtb/gpp-sections.ts';
import { readGpp } from '../../src/privacy/consent/gpp.ts';
import { readTcf } from '../../src/privacy/consent/tcf.ts';
import { readSaleOptOut } from '../../src/privacy/consent/us-privacy.ts';
import { isUnderGdpr } from '../../src/privacy/gdpr-rules.ts';
import { ROOT } from '../process.ts';

/** A signal at a place of a request, like `regs.ext.gdpr`. */
export type Signal = { readonly place: string; readonly value: unknown };

type IsOne = (signal: Signal) => boolean;

const onlyItem = (value: unknown) =>
  Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value;

const isConsent: IsOne = ({ place, value }) => {
  const text = onlyItem(value);
  if (typeof text !== 'string') return false;
  if (place.endsWith('.consent')) return readTcf(text.trim(), []) !== undefined;
  if (place.endsWith('.gpp')) return readGpp(text, []) !== undefined;
  return place.endsWith('.us_privacy') && readSaleOptOut(text.trim()) !== undefined;
};

/** The signals that may show a partner more, by their line in docs/privacy.md. */
const PERMISSIVE: Readonly<Record<string, IsOne>> = {
  '`gdpr` of 0, where nothing says that the GDPR applies': ({ place, value }) =>
    place.endsWith('.gdpr') && [0, '0', false, 'false'].includes(onlyItem(value) as 0),
  '`gpp_sid` that names the section of another law, where nothing says whether the GDPR applies': ({
    place,
    value,
  }) => place.includes('.gpp_sid') && readGppSections(value).some(isOfAnotherLaw),
  'a consent string that can be read, for what it consents to': isConsent,
  'a country outside the GDPR, where nothing else says whether the GDPR applies': ({
    place,
    value,
  }) => place.endsWith('.country') && !isUnderGdpr(String(value)),
};

/** The lines of docs/privacy.md; the list there is the one that holds. */
export const PERMISSIVE_LINES: readonly string[] = (() => {
  const page = readFileSync(join(ROOT, 'docs/privacy.md'), 'utf8');
  const [, section = ''] = page.split('## What can permit');
  return [...(section.split('\n## ')[0] ?? '').matchAll(/^- (.+)$/gm)].map(([, line = '']) => line);
})();

/** The line by which this signal may permit something. */
export function permissiveLine(signal: Signal): string | undefined {
  return PERMISSIVE_LINES.find((line) => {
    const isOne = PERMISSIVE[line];
    if (isOne === undefined) throw new Error(`no test knows the permissive signal "${line}"`);
    return isOne(signal);
  });
}

export const PERMISSIVE_KNOWN: readonly string[] = Object.keys(PERMISSIVE);
