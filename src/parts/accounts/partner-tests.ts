import type { HttpReply } from '../../core/auction/partner.ts';
import type { Host } from '../../host/host.ts';
import { createPartnerClient } from '../../host/http/client/partner-client.ts';
import { type Refusal, refuse } from '../../lib/refusal.ts';
import { cut } from '../../lib/text.ts';
import { HIDDEN_VALUE, type PartnerDefinition } from '../../store/account-kinds.ts';
import { type PartnerTrial, tryPartner } from './try-partner.ts';

/** What became of a sample request to a partner. */
export type PartnerTest = ReturnType<typeof shownTrial>;

type TestSources = Pick<Host, 'work' | 'nowMs' | 'tickMs' | 'chance' | 'newId' | 'publicUrl'>;

const BODY_CHARACTERS_MAX = 16 * 1024;

/** Of an answer: what says how its body is to be read. */
const SHOWN_HEADERS: ReadonlySet<string> = new Set([
  'content-encoding',
  'content-type',
  'location',
  'server',
  'x-openrtb-version',
]);

/** Each test has connections of its own, which it needs once. */
const IDLE_MS_MAX = 1000;

/** Sends a sample request to a partner. An operator's URL may lead to an internal address, as in the config. */
export async function testPartner(
  sources: TestSources,
  entry: PartnerDefinition,
): Promise<PartnerTest | Refusal> {
  if (entry.kind === 'campaigns') {
    return refuse.notAllowed('expected a partner behind HTTP: campaigns are not called');
  }
  const { setup, assignment } = sources.work();
  const trial = await tryPartner(entry, {
    ...sources,
    config: setup.config,
    publicUrl: sources.publicUrl(),
    catalogUrl: assignment.catalogUrl,
    send: createPartnerClient({ idleMsMax: IDLE_MS_MAX, keptHeaders: SHOWN_HEADERS }),
  });
  return shownTrial(trial, new Set(Object.keys(entry.headers ?? {}).map(lowered)));
}

const lowered = (name: string) => name.toLowerCase();

/** `secret` has the names of headers whose values nobody sees. */
function shownTrial(trial: PartnerTrial, secret: ReadonlySet<string>) {
  const { call, reply, tookMs, bids } = trial;
  const headers: Readonly<Record<string, string>> = Object.fromEntries(
    Object.entries(call?.headers ?? {}).map(([name, value]) => [
      name,
      secret.has(lowered(name)) ? HIDDEN_VALUE : value,
    ]),
  );
  const { method = '', url = '', body = '' } = call ?? {};
  return {
    ...verdictOf(trial),
    sent: { method, url, headers, body },
    /** Null: nothing came back. */
    answer: reply === undefined || 'failure' in reply ? null : shownReply(reply),
    tookMs,
    /** Each bid, with what the auction would say of it. */
    bids,
  };
}

const shownReply = ({ status, headers, text }: HttpReply) => ({
  status,
  headers: Object.fromEntries(headers ?? []) as Readonly<Record<string, string>>,
  body: cut(text, BODY_CHARACTERS_MAX),
  isCut: text.length > BODY_CHARACTERS_MAX,
});

const bidCount = (count: number) => (count === 1 ? 'one bid' : `${count} bids`);

/** In one sentence. */
function verdictOf({ answer, bids, reply }: PartnerTrial) {
  if (answer.kind === 'failed') {
    return bad(`It could not be asked: ${answer.reason}.`);
  }
  const status = reply !== undefined && 'status' in reply ? reply.status : undefined;
  if (answer.kind === 'malformed') {
    return bad(`It answered with status ${status}, which cannot be used: ${answer.reason}.`);
  }
  if (answer.kind === 'no-bid') {
    return good(`It answered as it should, without a bid: ${answer.reason}.`);
  }
  const [unreadable] = answer.unreadable ?? [];
  const faults = bids.flatMap(({ fault }) => fault ?? []);
  const [fault] = faults;
  if (fault !== undefined) {
    const sent = `It sent ${bidCount(bids.length)}`;
    return bad(`${sent}, and the auction would drop ${bidCount(faults.length)}: ${fault}.`);
  }
  if (unreadable !== undefined) return bad(`A part of its answer cannot be read: ${unreadable}.`);
  const what = bids.length === 1 ? 'it' : 'them';
  return good(`It sent ${bidCount(bids.length)}, and the auction would accept ${what}.`);
}

const good = (verdict: string) => ({ verdict, isGood: true });
const bad = (verdict: string) => ({ verdict, isGood: false });
