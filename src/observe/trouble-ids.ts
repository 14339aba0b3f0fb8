/**
 * Every trouble that the console, `/status`, webhooks and alerts speak of, by an id that never changes its meaning.
 * `fleet`: its cause is outside a machine, so all machines together tell a webhook of it once. `machine`: each tells of
 * its own.
 */
export const TROUBLE_SCOPES = {
  'database-down': 'machine',
  'journal-blocked': 'machine',
  'clock-wrong': 'machine',
  'ledger-behind': 'machine',
  'redis-down': 'fleet',
  'reload-rejected': 'machine',
  'requests-refused': 'fleet',
  'traffic-gone': 'machine',
  'fill-fallen': 'fleet',
  'approvals-waiting': 'fleet',
  'months-to-close': 'fleet',
  'database-went-back': 'fleet',
  'notices-refused': 'machine',
  'counts-lost': 'machine',
  'requests-failed': 'machine',
  'requests-shed': 'machine',
  'requests-limited': 'fleet',
  'workers-replaced': 'machine',
  'partner-paused': 'fleet',
  'partner-failing': 'fleet',
  'partner-failing-after-change': 'fleet',
} as const;

export type TroubleId = keyof typeof TROUBLE_SCOPES;

export const TROUBLE_IDS = Object.keys(TROUBLE_SCOPES) as readonly TroubleId[];

/** A trouble as a sentence. A name at its beginning stays as it is written. */
export function troubleSentence(words: string, partner: string | undefined): string {
  const isName = partner !== undefined && words.startsWith(partner);
  return `${isName ? words : words.charAt(0).toUpperCase() + words.slice(1)}.`;
}
