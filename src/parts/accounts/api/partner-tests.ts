import type { Host } from '../../../host/host.ts';
import { createPartnerClient } from '../../../host/http/client/partner-client.ts';
import { type PartnerTrial, tryPartner } from '../../../host/worker/try-partner.ts';
import { cut } from '../../../lib/cut.ts';
import { HIDDEN_VALUE } from '../../../store/account-table.ts';
import { checkPartner } from '../../../store/check-account.ts';
import type { PartnerDefinition } from '../../../store/stored-account.ts';
import type { PartnerTest } from '../page/api.ts';
import type { AccountsApi } from './accounts-api.ts';

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

/** Sends sample requests to partners. An operator's URL may lead to an internal address, as in the config. */
export function testAnswers(
  sources: TestSources,
  read: AccountsApi['partners']['read'],
): Pick<AccountsApi['partners'], 'test' | 'testEntry'> {
  async function testOf(entry: PartnerDefinition) {
    if (entry.kind === 'campaigns') return NOT_CALLED;
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

  return {
    async test(name) {
      const stored = await read(name);
      return stored && testOf(stored.definition);
    },
    async testEntry(value) {
      const name = (value as { readonly name?: unknown } | null)?.name;
      const before = typeof name === 'string' ? await read(name) : undefined;
      const checked = checkPartner(value, before?.definition);
      return 'kind' in checked ? checked : testOf(checked.definition);
    },
  };
}

const NOT_CALLED = {
  kind: 'not-allowed',
  reason: 'expected a partner behind HTTP: campaigns are not called',
} as const;

const lowered = (name: string) => name.toLowerCase();

/** `secret` has the names of headers whose values nobody sees. */
function shownTrial(trial: PartnerTrial, secret: ReadonlySet<string>): PartnerTest {
  const { call, reply, tookMs, bids } = trial;
  const headers = Object.entries(call?.headers ?? {}).map(([name, value]) => [
    name,
    secret.has(lowered(name)) ? HIDDEN_VALUE : value,
  ]);
  return {
    ...verdictOf(trial),
    sent: {
      method: call?.method ?? '',
      url: call?.url ?? '',
      headers: Object.fromEntries(headers),
      body: call?.body ?? '',
    },
    answer:
      reply === undefined || 'failure' in reply
        ? null
        : {
            status: reply.status,
            headers: Object.fromEntries(reply.headers ?? []),
            body: cut(reply.text, BODY_CHARACTERS_MAX),
            isCut: reply.text.length > BODY_CHARACTERS_MAX,
          },
    tookMs,
    bids,
  };
}

const bidCount = (count: number) => (count === 1 ? 'one bid' : `${count} bids`);

function verdictOf({ answer, bids, reply }: PartnerTrial): Pick<PartnerTest, 'verdict' | 'isGood'> {
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
