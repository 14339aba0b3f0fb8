import Type, { type Static, type TObject, type TSchema } from 'typebox';
import type { DeepReadonly } from './readonly.ts';
import type { Refusal } from './refusal.ts';

/** `read` looks, `ads` changes campaigns too, `admin` does everything. */
export type OperatorRole = 'admin' | 'ads' | 'read';

/** The history has the name. */
type OperatorIdentity = { readonly who: string; readonly role: OperatorRole };

/** Somebody of one publisher, who sees its own pages and nothing else. */
export type PersonIdentity = {
  /** Unlike the name of any operator's token, which has no spaces. */
  readonly who: string;
  readonly role: 'publisher';
  readonly publisher: string;
  /** The id of the person in the account. */
  readonly person: string;
};

/** Who somebody is, by the token that was shown. */
export type Identity = OperatorIdentity | PersonIdentity;

/** Who makes a change, for the history. */
export type Author = { readonly who: string; readonly role: string };

/** A change in what was seen, once. */
type Seen = {
  /** The revision of `If-Match`. undefined: whatever it is now. */
  readonly revision?: number | undefined;
  /** A call that is repeated with its `Idempotency-Key` takes effect once. */
  readonly once?: { readonly key: string; readonly body: string } | undefined;
};

export type By = Author & Seen;

export type Visit = {
  /** Where the caller reaches this port. */
  readonly baseUrl: string;
  /** Some answers take longer than others. */
  readonly keepOpen: () => void;
  /** What else came with the call. `signal`: nobody waits for the answer any more. */
  readonly request: Pick<Request, 'headers' | 'signal'>;
};

export type OpName = `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;

/** The names that a path has in braces. */
type PartOf<Name extends string> = Name extends `${string}{${infer Part}}${infer Rest}`
  ? Part | PartOf<Rest>
  : never;

/** One call of an operation by somebody who may make it. */
export type Call<Host, Name extends string, Query, Body> = {
  readonly host: Host;
  readonly parts: Readonly<Record<PartOf<Name>, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Identity;
  /** The caller, with what it has seen of what it changes. */
  readonly by: By;
  readonly visit: Visit;
};

const NO_QUERY = Type.Object({});
const NOTHING = Type.Void();
type NoQuery = typeof NO_QUERY;
type Nothing = typeof NOTHING;

/** A body that is no JSON. */
export const BYTES = Type.Unsafe<Uint8Array>({ type: 'string', contentEncoding: 'binary' });
export const TEXT = Type.Unsafe<string>({ type: 'string' });

/** An answer that the document of operations does not describe: pages know its type. */
export const told = <T>() => Type.Unsafe<T>({});

/** What an operator needs to be, and what the document says. */
type Terms = {
  readonly role: OperatorRole;
  /** People of publishers may call it too, for the own `{publisher}`, which the path has. */
  readonly openTo?: 'publishers';
  readonly summary: string;
  /** The media types of a body that is no JSON. */
  readonly bodyTypes?: readonly string[];
  readonly bodyBytesMax?: number;
  /** `required`: the call is refused without `If-Match`. */
  readonly ifMatch?: 'required' | 'optional';
  /** Whether a call is made once, however often it is repeated with its `Idempotency-Key`. */
  readonly hasKey?: true;
  /** 10 seconds where absent. */
  readonly waitMsMax?: number;
};

type Result<Answer> = DeepReadonly<Answer> | Refusal | Response;

type Op<
  Host = never,
  Name extends OpName = OpName,
  Query extends TObject = TObject,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
> = Terms & {
  readonly name: Name;
  readonly query: Query;
  readonly body: Body;
  /** Nothing: the answer has the status 204. */
  readonly answer: Answer;
  /** Where what was made is found: the answer has the status 201. */
  readonly location?: (answer: Static<Answer>) => string;
  readonly run: (
    call: Call<Host, Name, DeepReadonly<Static<Query>>, DeepReadonly<Static<Body>>>,
  ) => Promise<Result<Static<Answer>>> | Result<Static<Answer>>;
};

/** Any operation: who has a list of them knows neither what each takes nor what it answers. */
export type AnyOp = Omit<Op, 'run' | 'location'> & {
  readonly location?: (answer: never) => string;
  readonly run: (call: never) => unknown;
};

type OpTerms<
  Host,
  Name extends OpName,
  Query extends TObject,
  Body extends TSchema,
  Answer extends TSchema,
> = Omit<Op<Host, Name, Query, Body, Answer>, 'name' | 'query' | 'body' | 'answer'> & {
  readonly query?: Query;
  readonly body?: Body;
  readonly answer?: Answer;
};

/**
 * Declares operations of a host: one declaration gives the route, the role, the parsed input, the document, the typed
 * call in the browser and the stub in tests.
 */
export const opsOf =
  <Host>() =>
  <
    const Name extends OpName,
    Query extends TObject = NoQuery,
    Body extends TSchema = Nothing,
    Answer extends TSchema = Nothing,
  >(
    name: Name,
    terms: OpTerms<Host, Name, Query, Body, Answer>,
  ): Op<Host, Name, Query, Body, Answer> => {
    const none = { query: NO_QUERY, body: NOTHING, answer: NOTHING } as unknown;
    return { ...(none as { query: Query; body: Body; answer: Answer }), ...terms, name };
  };

export const isNothing = (schema: object): boolean => 'type' in schema && schema.type === 'void';

// What the browser and tests know of an operation: its types alone.
export type OpOf<Ops extends readonly AnyOp[], Name> = Extract<
  Ops[number],
  { readonly name: Name }
>;

export type AnswerOf<One> = One extends { readonly answer: infer S extends TSchema }
  ? DeepReadonly<Static<S>>
  : never;

export type InputOf<One> = One extends {
  readonly name: infer Name extends string;
  readonly query: infer Query extends TSchema;
  readonly body: infer Body extends TSchema;
}
  ? Readonly<Record<PartOf<Name>, string>> & {
      readonly query?: DeepReadonly<Static<Query>>;
      readonly revision?: number | undefined;
    } & (Body extends Nothing ? unknown : { readonly body: DeepReadonly<Static<Body>> })
  : never;
