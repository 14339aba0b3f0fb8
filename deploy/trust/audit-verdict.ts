/** What `npm audit --json` prints, as far as it is read here. */
type Report = {
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> };
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>;
};

export type Verdict = { readonly isPassed: boolean; readonly sentence: string };

const SERIOUS = ['high', 'critical'];

/** Fails on high and critical holes. Without an answer of the registry nothing is known, and nothing fails. */
export function auditVerdict(printed: string): Verdict {
  const report = parsed(printed);
  if (report?.metadata?.vulnerabilities === undefined) {
    return {
      isPassed: true,
      sentence: 'The registry did not answer: the packages were not checked for known holes.',
    };
  }
  const serious = Object.entries(report.vulnerabilities ?? {})
    .filter(([, { severity }]) => SERIOUS.includes(severity))
    .map(([name, { severity }]) => `${name} (${severity})`);
  if (serious.length === 0) {
    const all = Object.keys(report.vulnerabilities ?? {}).length;
    return {
      isPassed: true,
      sentence: `No package for production has a known hole of high or critical severity; ${all} have lesser ones.`,
    };
  }
  return {
    isPassed: false,
    sentence: `Packages for production have known holes: ${serious.join(', ')}. \`npm audit --omit=dev\` says more.`,
  };
}

function parsed(text: string): Report | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
