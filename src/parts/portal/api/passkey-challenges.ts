import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../../lib/same-secret.ts';

export type PasskeyParts = {
  readonly nowMs: () => number;
  /** Random text that nobody can guess. */
  readonly newSecret: () => string;
};

/** People find their finger or their telephone in this time. */
const CHALLENGE_MS_MAX = 5 * 60_000;
/** Answers that are remembered until their challenges end, in all and with one passkey. Beyond these no answer is taken. */
const ANSWERED_MAX = 10_000;
const ANSWERED_BY_ONE_MAX = 20;

/**
 * Challenges that are answered once, each by the person it is for. They are signed instead of kept: whoever asks for many
 * fills no memory, and displaces no challenge of somebody else.
 */
export function createPasskeyChallenges({ nowMs, newSecret }: PasskeyParts) {
  const key = newSecret();
  /** When each of the answered ones ends, and with which passkey it was answered; the oldest answer first. */
  const answered = new Map<string, { readonly endMs: number; readonly by: string }>();

  const signatureOf = (...signed: readonly string[]) =>
    createHmac('sha256', key).update(JSON.stringify(signed)).digest('base64url');

  function forgetEnded(): void {
    for (const [challenge, { endMs }] of answered) {
      if (endMs > nowMs()) return;
      answered.delete(challenge);
    }
  }

  return {
    make(person: string): string {
      const end = String(nowMs() + CHALLENGE_MS_MAX);
      const secret = newSecret();
      return [end, secret, signatureOf(end, secret, person)].join('../../../host/admin');
    },
    /** Whether it is one of ours for this person, and in time. */
    isValid(challenge: string, person: string): boolean {
      const [end = '', secret = '', signature = ''] = challenge.split('../../../host/admin');
      if (!isSameSecret(signature, signatureOf(end, secret, person))) return false;
      return Number(end) > nowMs();
    },
    /** Takes the answer that a passkey has signed to a valid one. false: it is answered already, or this one has answered very many. */
    take(challenge: string, by: string): boolean {
      forgetEnded();
      const own = answered.values().filter((one) => one.by === by);
      if (answered.has(challenge) || answered.size >= ANSWERED_MAX) return false;
      if (own.toArray().length >= ANSWERED_BY_ONE_MAX) return false;
      answered.set(challenge, { endMs: Number(challenge.split('../../../host/admin')[0]), by });
      return true;
    },
  };
}
