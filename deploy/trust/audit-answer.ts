/** What `npm audit --json` prints, as far as it is read here. */
type Printed = {
  readonly metadata?: { readonly vulnerabilities?: Readonly<Record<string, number>> };
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>;
  readonly statusCode?: number;
  readonly message?: string;
  readonly error?: { readonly summary?: string };
};

/** What the registry knows of the packages. */
export type Holes = {
  /** The packages with their severity. */
  readonly serious: readonly string[];
  /** How many packages have others. */
  readonly lesser: number;
};

const SERIOUS = ['high', 'critical'];

/** What a registry answers that does not know the question. */
const NO_ENDPOINT = [404, 405, 501];

/** The holes, or why the registry said nothing of them. */
export function answerIn(printed: string): Holes | { readonly why: string } {
  const { metadata, vulnerabilities = {}, statusCode, message, error } = parsed(printed);
  if (metadata?.vulnerabilities === undefined)
    return { why: why(statusCode, message || error?.summary) };
  const all = Object.entries(vulnerabilities);
  const serious = all.filter(([, { severity }]) => SERIOUS.includes(severity));
  return {
    serious: serious.map(([name, { severity }]) => `${name} (${severity})`),
    lesser: all.length - serious.length,
  };
}

function why(status: number | undefined, message: string | undefined): string {
  if (status !== undefined && NO_ENDPOINT.includes(status)) {
    return `The registry has no audit endpoint: it answered ${status}.`;
  }
  return `The registry did not answer: ${message || 'nothing came in time'}.`;
}

function parsed(text: string): Printed {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
