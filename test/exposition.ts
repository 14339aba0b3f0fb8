/** A strict reader of Prometheus's text format: what it does not understand, it throws on. */
export type Family = {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: readonly Sample[];
};

export type Sample = {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

const NAME = /^[a-zA-Z_:][a-zA-Z0-9_:]*$/;
const LABEL_NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
const VALUE = /^(?:[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|NaN)$/;

export function readExposition(text: string): readonly Family[] {
  if (!text.endsWith('\n')) throw new Error('the last line does not end');
  const families: (Family & { samples: Sample[] })[] = [];
  const lines = text.slice(0, -1).split('\n');
  for (let i = 0; i < lines.length; ) {
    const [, name = '', help = ''] = /^# HELP (\S+) (.*)$/.exec(lines[i++] ?? '') ?? [];
    const [, typed, type = ''] =
      /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(lines[i++] ?? '') ?? [];
    if (!NAME.test(name) || typed !== name) throw new Error(`no HELP and TYPE at line ${i - 1}`);
    if (families.some((family) => family.name === name)) throw new Error(`${name} comes twice`);
    const samples: Sample[] = [];
    for (; i < lines.length && !lines[i]?.startsWith('#'); i++)
      samples.push(readSample(lines[i] ?? ''));
    families.push({ name, type, help, samples });
  }
  for (const family of families) checkFamily(family);
  return families;
}

export function readSample(line: string): Sample {
  const [, name = '', rest = ''] = /^([^{\s]+)(.*)$/s.exec(line) ?? [];
  if (!NAME.test(name)) throw new Error(`no name: ${line}`);
  const labels: Record<string, string> = {};
  let at = 0;
  if (rest[at] === '{') {
    do {
      const [whole = '', label = '', value = ''] =
        /^([^=]+)="((?:[^"\\\n]|\\["\\n])*)"/.exec(rest.slice(at + 1)) ?? [];
      if (!LABEL_NAME.test(label) || label in labels) throw new Error(`a bad label: ${line}`);
      labels[label] = value.replace(/\\(.)/gs, (_, escaped) => (escaped === 'n' ? '\n' : escaped));
      at += 1 + whole.length;
    } while (rest[at] === ',');
    if (rest[at++] !== '}') throw new Error(`labels do not end: ${line}`);
  }
  const value = rest.slice(at + 1);
  if (rest[at] !== ' ' || !VALUE.test(value)) throw new Error(`no value: ${line}`);
  return { name, labels, value: Number(value.replace('Inf', 'Infinity')) };
}

function checkFamily({ name, type, samples }: Family): void {
  if (samples.length === 0) throw new Error(`${name} has no sample`);
  const suffixes = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
  const seen = new Set<string>();
  for (const sample of samples) {
    if (!suffixes.some((suffix) => sample.name === name + suffix)) {
      throw new Error(`${sample.name} does not belong to ${name}`);
    }
    const key = JSON.stringify([sample.name, Object.entries(sample.labels).sort()]);
    if (seen.has(key)) throw new Error(`${key} comes twice`);
    seen.add(key);
  }
  if (type === 'counter' && !name.endsWith('_total')) throw new Error(`${name}: no _total`);
  if (type !== 'counter' && name.endsWith('_total')) throw new Error(`${name}: no counter`);
  if (type === 'histogram') checkHistogram(name, samples);
}

function checkHistogram(name: string, samples: readonly Sample[]): void {
  const keyOf = ({ le: _, ...labels }: Readonly<Record<string, string>>) => JSON.stringify(labels);
  for (const count of samples.filter((sample) => sample.name === `${name}_count`)) {
    const buckets = samples.filter(
      ({ name: of, labels }) => of === `${name}_bucket` && keyOf(labels) === keyOf(count.labels),
    );
    let bound = Number.NEGATIVE_INFINITY;
    let sum = 0;
    for (const { labels, value } of buckets) {
      const le = Number(labels.le?.replace('Inf', 'Infinity'));
      if (!(le > bound) || value < sum) throw new Error(`${name}: buckets go back`);
      bound = le;
      sum = value;
    }
    if (bound !== Number.POSITIVE_INFINITY || sum !== count.value) {
      throw new Error(`${name}: the last bucket is not all`);
    }
  }
}
