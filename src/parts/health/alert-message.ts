import type { Trouble } from '../../host/admin/answers.ts';
import type { WebhookConfig } from '../../host/config/config-schema.ts';
import { TROUBLES } from '../../host/observe/troubles.ts';
import type { DeepReadonly } from '../../lib/readonly.ts';
import { troubleSentence } from '../../lib/trouble-sentence.ts';

/** A trouble that webhooks are told of, as it was when it began. */
export type Alert = Pick<Trouble, 'id' | 'partner'> & {
  readonly kind: 'warn' | 'bad';
  /** What is wrong, what that means and what to do. */
  readonly words: string;
  /** An ISO date. */
  readonly since: string;
  /** The machine that noticed it first. */
  readonly machine: string;
};

export type AlertState = 'began' | 'ended';

/** undefined for a trouble that is over. */
export function alertOf(
  { id, partner, kind, what, effect, advice }: Trouble,
  sinceMs: number,
  machine: string,
): Alert | undefined {
  if (kind === 'over') return undefined;
  const since = new Date(sinceMs).toISOString();
  const words = `${troubleSentence(what, partner)} ${effect} ${advice}`;
  const alert = { id, kind, words, since, machine };
  return partner === undefined ? alert : { ...alert, partner };
}

/** What two machines have to have in common to speak of the same trouble. */
export function subjectOf({ id, partner }: Pick<Trouble, 'id' | 'partner'>, machine: string) {
  const what = partner === undefined ? id : `${id}/${partner}`;
  return TROUBLES[id].scope === 'fleet' ? what : `${what}@${machine}`;
}

export function wants({ only }: Pick<DeepReadonly<WebhookConfig>, 'only'>, { id }: Alert): boolean {
  return only === undefined || only.includes(id);
}

export function bodyOf(alert: Alert, state: AlertState, format: WebhookConfig['format']): string {
  if (format === 'json') return JSON.stringify({ ...alert, state });
  const { words, since, machine } = alert;
  const mark = state === 'began' ? 'Parley' : 'Parley, over';
  const time = since.slice(0, 16).replace('T', ' ');
  return JSON.stringify({ text: escaped(`${mark}: ${words} (since ${time} UTC, ${machine})`) });
}

/** Slack takes these for links and mentions. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
