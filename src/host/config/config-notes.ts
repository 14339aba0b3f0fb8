import { listedDomain } from '../../core/openrtb/host-name.ts';
import { readFlight } from '../../demand/campaigns/flight.ts';
import { traitsOf } from '../../demand/kinds.ts';
import { PARLEY } from '../../lib/own-command.ts';
import { oldRatesDays } from '../currency/reference-rates.ts';
import { isInTerm, termOf, termWords } from './certificate.ts';
import type { Setup } from './setup.ts';

/** What a valid config leaves out and its author may not expect: one sentence each. */
export function* configNotes({ config, campaigns, tls }: Setup, nowMs: number): Generator<string> {
  const { partners, listen, admin, publishers } = config;
  for (const entry of partners) {
    for (const note of traitsOf(entry).notes) yield `partner ${entry.name} ${note}`;
  }
  yield* notesOfFlights(campaigns, nowMs);
  if (partners.length === 0) {
    yield 'partners is an empty list, so only requests in test mode get ads';
  } else if (config.partnersFrom === 'file') {
    yield 'partners names a list, so the default partners house and shop are not added and no sample campaigns are created';
  }
  if (listen.publicUrl === undefined) {
    yield 'listen.publicUrl is not set, so ads and notices work on this machine only';
  } else if (!/^https:/i.test(listen.publicUrl)) {
    yield 'listen.publicUrl is not https, so impressions with secure: 1 get no trackers';
  }
  yield* notesOfCertificate(config, tls, nowMs);
  yield* notesOfRates(config, nowMs);
  yield* notesOfBuyers(config);
  yield* notesOfTokens(admin);
  for (const { id, blockedDomains = [] } of publishers) {
    for (const entry of blockedDomains) {
      if (listedDomain(entry) !== undefined) continue;
      yield `publisher ${id} blocks "${entry}", which is no host name and blocks nobody`;
    }
  }
}

function* notesOfCertificate({ listen }: Setup['config'], tls: Setup['tls'], nowMs: number) {
  if (tls === undefined) return;
  const term = termOf(tls.cert);
  const words = termWords(term, nowMs);
  if (words === undefined) return;
  const effect = isInTerm(term, nowMs) ? '' : ', so callers refuse the connection';
  yield `the certificate in ${listen.tls?.cert} ${words}${effect}`;
}

function* notesOfRates({ auction }: Setup['config'], nowMs: number): Generator<string> {
  const { referenceDate } = auction;
  if (referenceDate === undefined) return;
  const days = oldRatesDays(referenceDate, nowMs);
  const age = days === undefined ? '' : `, ${days} days ago: run ${PARLEY} rates`;
  yield `the reference rates of currencies are of ${referenceDate}${age}`;
}

function* notesOfBuyers({ adcp, listen }: Setup['config']): Generator<string> {
  if (!adcp.enabled) return;
  const base = adcp.publicUrl ?? listen.publicUrl ?? `http://${listen.host}:${listen.port}`;
  yield `AI buyers call ${base}/adcp/mcp`;
}

function* notesOfTokens({ host, token, tokens }: Setup['config']['admin']): Generator<string> {
  if (token !== undefined) return;
  if (tokens.length === 0) {
    yield `neither admin.token nor admin.tokens is set, so every user of this machine may use the console at ${host}`;
  } else if (!tokens.some(({ role }) => role === 'admin')) {
    yield 'no entry of admin.tokens has the role admin, so nobody can approve ads or change publishers and partners';
  }
}

/** More are counted: a file may have thousands. */
const ENDED_NAMED_MAX = 5;

function* notesOfFlights(campaigns: Setup['campaigns'], nowMs: number): Generator<string> {
  for (const [partner, list] of campaigns) {
    const ended = list.filter(({ flight, zone }) => readFlight(flight, zone).endMs <= nowMs);
    if (ended.length === 0) continue;
    const names = ended.slice(0, ENDED_NAMED_MAX).map(({ id }) => id);
    const others = ended.length > names.length ? ` and ${ended.length - names.length} more` : '';
    yield `partner ${partner} has campaigns that have ended: ${names.join(', ')}${others}`;
  }
}
