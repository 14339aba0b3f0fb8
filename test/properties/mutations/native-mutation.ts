import { isJsonObject, type Json, type JsonObject } from '../json.ts';
import { type ExpectedRefusal, MESSAGES, type Mutation, type Pick } from './mutation.ts';
import { rankOf } from './rank.ts';

/** Where the broken rule stands inside the native request. */
type InnerPath = string;

type NativeChange = {
  readonly name: string;
  readonly code?: 'INVALID_FIELD_VALUE' | 'UNSUPPORTED_FORMAT';
  readonly apply: (native: JsonObject, pick: Pick) => InnerPath;
};

/** A change of what `native.request` encodes. Ruling 17: the field is the string, the path in the reason. */
export function nativeMutation({
  name,
  code = 'INVALID_FIELD_VALUE',
  apply,
}: NativeChange): Mutation {
  return {
    name: `in native.request, ${name}`,
    apply(request, pick) {
      const { holder, index } = pickNative(request, pick);
      const root: Json = JSON.parse(String(holder.request));
      if (!isJsonObject(root)) throw new Error('a valid native request is an object');
      const wrapped = root.native;
      const isWrapped = isJsonObject(wrapped);
      const inner = apply(isWrapped ? wrapped : root, pick);
      holder.request = JSON.stringify(root);
      const path = [isWrapped ? 'native' : '', inner].filter((part) => part !== '').join('.');
      return refusedRequest(index, code, path === '' ? undefined : path);
    },
  };
}

/** A replacement of the whole string. */
export function nativeTextMutation(name: string, change: (text: string) => string): Mutation {
  return {
    name: `native.request ${name}`,
    apply(request, pick) {
      const { holder, index } = pickNative(request, pick);
      holder.request = change(String(holder.request));
      return refusedRequest(index, 'INVALID_FIELD_VALUE');
    },
  };
}

function pickNative(request: JsonObject, pick: Pick): { holder: JsonObject; index: number } {
  const imps = request.imp;
  if (!Array.isArray(imps)) throw new Error('a valid request has impressions');
  const index = pick([...imps.keys()]);
  const imp = imps[index];
  const holder = isJsonObject(imp) ? imp.native : undefined;
  if (!isJsonObject(holder)) throw new Error('a valid impression has a native object');
  return { holder, index };
}

function refusedRequest(
  index: number,
  code: 'INVALID_FIELD_VALUE' | 'UNSUPPORTED_FORMAT',
  inReason?: string,
): ExpectedRefusal {
  const field = `imp[${index}].native.request`;
  return {
    code,
    message: MESSAGES[code],
    field,
    ...(inReason === undefined ? {} : { inReason: `${inReason}: ` }),
    rank: rankOf(field),
  };
}
