import type { Config } from './config.ts';

/** What a valid config leaves out and its author may not expect: one sentence each. */
export function configNotes({ partners }: Config): readonly string[] {
  return partners
    .filter((partner) => partner.kind === 'openrtb' && (partner.seats ?? []).length === 0)
    .map(({ name }) => `partner ${name} has no seats, so it gets no deals that name seats (wseat)`);
}
