import { readFlight } from '../demand/campaigns/flight.ts';
import { traitsOf } from '../demand/kinds.ts';
import { listedDomain } from '../openrtb/host-name.ts';
import type { Config } from './config.ts';
import { sellsSamples } from './config.ts';
import type { Setup } from './setup.ts';

/** What a valid config leaves out and its author may not expect: one sentence each. */
export function configNotes({ config, campaigns }: Setup, nowMs: number): readonly string[] {
  return [
    ...notesOfPartners(config),
    ...notesOfFlights(campaigns, nowMs),
    ...notesOfSamples(config),
    ...notesOfUrl(config),
    ...notesOfToken(config),
    ...notesOfDomains(config),
  ];
}

function notesOfPartners({ partners }: Config): readonly string[] {
  return partners.flatMap((entry) =>
    traitsOf(entry).notes.map((note) => `partner ${entry.name} ${note}`),
  );
}

/** More are counted: a file may have thousands. */
const ENDED_NAMED_MAX = 5;

function notesOfFlights(campaigns: Setup['campaigns'], nowMs: number): readonly string[] {
  return [...campaigns].flatMap(([partner, list]) => {
    const ended = list.filter(({ flight }) => readFlight(flight).endMs <= nowMs);
    if (ended.length === 0) return [];
    const names = ended.slice(0, ENDED_NAMED_MAX).map(({ id }) => id);
    const others = ended.length > names.length ? ` and ${ended.length - names.length} more` : '';
    return `partner ${partner} has campaigns that have ended: ${names.join(', ')}${others}`;
  });
}

function notesOfSamples(config: Config): readonly string[] {
  if (sellsSamples(config)) return [];
  return config.partners.length === 0
    ? ['partners is an empty list, so only requests in test mode get ads']
    : ['partners names a list, so the sample partners house and shop are not used'];
}

function notesOfUrl({ listen: { publicUrl } }: Config): readonly string[] {
  if (publicUrl === undefined) {
    return ['listen.publicUrl is not set, so ads and notices work on this machine only'];
  }
  if (/^https:/i.test(publicUrl)) return [];
  return ['listen.publicUrl is not https, so impressions with secure: 1 get no trackers'];
}

function notesOfToken({ admin: { host, token } }: Config): readonly string[] {
  if (token !== undefined) return [];
  return [`admin.token is not set, so every user of this machine may use the console at ${host}`];
}

function notesOfDomains({ publishers = [] }: Config): readonly string[] {
  return publishers.flatMap(({ id, blockedDomains = [] }) =>
    blockedDomains
      .filter((entry) => listedDomain(entry) === undefined)
      .map((entry) => `publisher ${id} blocks "${entry}", which is no host name and blocks nobody`),
  );
}
