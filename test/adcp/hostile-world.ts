import type { Database } from '../../src/lib/sql/database.ts';
import { accountIdOf } from '../../src/parts/adcp/accounts.ts';
import type { SentAnswer } from '../../src/parts/adcp/seller.ts';
import { buysInProcess, LINE, packagesOf } from './buys-fixture.ts';
import type { Belongings, HostileCall } from './hostile-calls.ts';
import { ACCOUNT } from './seller-in-process.ts';

/** In characters of JSON, beside what the buyer itself has sent. */
const ANSWER_LENGTH_MAX = 100_000;
const MESSAGE_LENGTH_MAX = 2000;

/** Refusals of a call as a whole, in which no argument is wrong. */
const WITHOUT_FIELD = ['IDEMPOTENCY_CONFLICT'];

const TABLES = ['records', 'calls'];

export type WireError = {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
};

type HostileTerms = { readonly database?: Database };

/** A seller, a buyer with something to hide, and another one that calls. */
export async function hostileWorld({ database: given }: HostileTerms = {}) {
  const logged: unknown[] = [];
  const quiet = () => undefined;
  const error = (...line: unknown[]) => logged.push(line);
  const world = await buysInProcess({
    log: { debug: quiet, info: quiet, warn: quiet, error },
    ...(given && { database: given }),
  });
  let keys = 0;
  const newKey = () => `hostile-key-${String(keys++).padStart(8, '0')}`;
  const victim = await belongingsOf('acme', 'secret-of-acme');
  const own = await belongingsOf('other', 'mine');
  const account = { brand: { domain: 'undeclared.example' }, operator: 'undeclared.example' };
  const undeclared = await world.create({ account, brand: account.brand }, 'trial');
  if (undeclared.media_buy_id === undefined) throw new Error(JSON.stringify(undeclared));

  async function belongingsOf(buyer: string, name: string): Promise<Belongings> {
    await world.keep(name, { name }, buyer);
    const packages = [{ ...LINE, creative_assignments: [{ creative_id: name }] }];
    const made = await world.create({ packages, name, po_number: name }, buyer);
    return {
      account: accountIdOf(buyer, { ...ACCOUNT, isSandbox: false }),
      buy: String(made.media_buy_id),
      line: String(packagesOf(made)[0]?.package_id),
      creative: name,
    };
  }

  async function send(tool: string, args: object, buyer = 'other'): Promise<SentAnswer> {
    const answer = await world.send(buyer, tool, args);
    if (answer === undefined) throw new Error(`there is no tool ${tool}`);
    return answer;
  }

  async function readState(): Promise<string> {
    const rows = TABLES.map((table) =>
      world.database.query(`select * from ${table} order by 1, 2`),
    );
    return JSON.stringify(await Promise.all(rows));
  }

  /** What holds for each answer, whatever was sent. */
  function answerFault(args: object, { isError, body }: SentAnswer): string | undefined {
    const text = JSON.stringify(body);
    const sent = JSON.stringify(args);
    if (logged.length > 0) return `logged ${Bun.inspect(logged.splice(0))}`;
    if (text.includes('SERVICE_UNAVAILABLE')) return 'as if there were no database';
    if (text.length > sent.length + ANSWER_LENGTH_MAX) return `${text.length} characters`;
    const told = Object.values(victim).find((one) => text.includes(one) && !sent.includes(one));
    if (told !== undefined) return `tells ${told}`;
    return isError ? refusalFault(body) : undefined;
  }

  return {
    ...world,
    victim,
    /** A buy of a third buyer, by an account of the sandbox that it never declared. */
    undeclaredBuy: String(undeclared.media_buy_id),
    own,
    newKey,
    send,
    readState,
    answerFault,
    /** Sends all, one after the other. What is refused must leave everything as it was. */
    async faultsOf(calls: readonly HostileCall[], also: AlsoChecked = () => undefined) {
      const faults: object[] = [];
      let before = await readState();
      for (const call of calls) {
        const answer = await send(call.tool, call.args);
        const after = await readState();
        const changed = 'refused, and still changed something';
        const why =
          answerFault(call.args, answer) ??
          (answer.isError && after !== before ? changed : also(call, answer));
        if (why !== undefined) faults.push({ tool: call.tool, place: call.place, why });
        before = after;
      }
      return faults;
    },
  };
}

type AlsoChecked = (call: HostileCall, answer: SentAnswer) => string | undefined;

/** Of a call with one wrong argument: the error names it, or what is missing beside it. */
export const placeFault: AlsoChecked = ({ place }, { isError, body }) => {
  if (!isError) return 'taken';
  const { field = '' } = body.adcp_error as WireError;
  const argumentOf = (path: string) => path.split(/[.[]/)[0];
  return argumentOf(field) === argumentOf(place) ? undefined : `names ${field}`;
};

function refusalFault(body: SentAnswer['body']): string | undefined {
  const { adcp_error: first, errors: all } = body as {
    readonly adcp_error?: WireError;
    readonly errors?: readonly WireError[];
  };
  if (first === undefined) return 'no adcp_error';
  return [first, ...(all ?? [])].map(errorFault).find((fault) => fault !== undefined);
}

function errorFault({ code, message, field }: WireError): string | undefined {
  if (!/^[A-Z_]+$/.test(code)) return `code ${code}`;
  if (message === '' || message.length > MESSAGE_LENGTH_MAX) return `message ${message}`;
  const isWhole = WITHOUT_FIELD.includes(code);
  return isWhole || (field ?? '') !== '' ? undefined : `no field: ${message}`;
}
