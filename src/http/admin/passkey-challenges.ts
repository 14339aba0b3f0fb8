import { createHmac } from 'node:crypto';
import { isSameSecret } from '../../lib/same-secret.ts';

export type PasskeyParts = {
  readonly nowMs: () => number;
  /** Random text that nobody can guess. */
  readonly newSecret: () => string;
};

/** People find their finger or their telephone in this time. */
const CHALLENGE_MS_MAX = 5 * 60_000;
/** Answers that are remembered until their challenges end. Beyond these no answer is taken. */
const ANSWERED_MAX = 10_000;

/**
 * Challenges that are answered once, each by the person it is for. They are signed instead of kept: whoever asks for many
 * fills no memory, and displaces no challenge of somebody else.
 */
export function createPasskeyChallenges({ nowMs, newSecret }: PasskeyParts) {
  const key = newSecret();
  /** When each of the answered ones ends, the oldest answer first. */
  const answered = new Map<string, number>();

  const signatureOf = (...signed: readonly string[]) =>
    createHmac('sha256', key).update(JSON.stringify(signed)).digest('base64url');

  function forgetEnded(): void {
    for (const [challenge, endMs] of answered) {
      if (endMs > nowMs()) return;
      answered.delete(challenge);
    }
  }

  return {
    make(person: string): string {
      const end = String(nowMs() + CHALLENGE_MS_MAX);
      const secret = newSecret();
      return [end, secret, signatureOf(end, secret, person)].join('.');
    },
    /** Whether it is one of ours for this person that nobody has answered yet. It is none afterwards. */
    take(challenge: string, person: string): boolean {
      const [end = '', secret = '', signature = ''] = challenge.split('.');
      if (!isSameSecret(signature, signatureOf(end, secret, person))) return false;
      forgetEnded();
      const endMs = Number(end);
      if (endMs <= nowMs() || answered.has(challenge) || answered.size >= ANSWERED_MAX)
        return false;
      answered.set(challenge, endMs);
      return true;
    },
  };
}
