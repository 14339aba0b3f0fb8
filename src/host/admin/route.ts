import { parseJson } from '../../lib/json.ts';
import type { OperatorRole } from '../../lib/op.ts';
import type { Refusal } from '../../lib/refusal.ts';
import { isObject } from '../../lib/schema-fault.ts';
import type { Caller, CallerNeeds } from './access.ts';
import type { ChangeRefusal } from './change-refusal.ts';

/** Workers in other processes have to be asked first. */
export type MaybeLater<T> = T | Promise<T>;

/** One call of someone who may make it. */
export type Call = {
  readonly request: Request;
  readonly url: URL;
  /** What the path has where the route's has braces. */
  readonly parts: readonly string[];
  readonly caller: Caller;
  /** Streams may be silent for longer than other answers. */
  readonly keepOpen: () => void;
};

export type RouteAnswer = Response | Refusal | ChangeRefusal;

export type AdminRoute = CallerNeeds & {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Like `/auctions/{id}`. */
  readonly path: string;
  readonly answer: (call: Call) => MaybeLater<RouteAnswer>;
};

/** The parts of a path that are in braces in that of the route, decoded. undefined: it is another path. */
export function partsOf(routePath: string, path: string): readonly string[] | undefined {
  const pattern = routePath.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '([^/]+)');
  return new RegExp(`^${pattern}$`).exec(path)?.slice(1).map(decoded);
}

/** Text that is not validly encoded is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Of the object in a body. undefined: the body has no such member, or is no object. */
export function memberOf(body: string, name: string): unknown {
  const parsed = parseJson(body);
  return parsed.kind === 'json' && isObject(parsed.value) ? parsed.value[name] : undefined;
}

/** `GET /auctions/{id}` with the role that may call it. */
export function routeOf(
  name: `${AdminRoute['method']} ${string}`,
  role: OperatorRole,
  answer: AdminRoute['answer'],
): AdminRoute {
  const [method, path] = name.split(' ') as [AdminRoute['method'], string];
  return { method, path, role, answer };
}
