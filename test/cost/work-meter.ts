/**
 * Counts the work of a run: items of lists that are visited and characters of texts that are read, by wrapping the
 * methods that do so. Loops over an index are not seen. All in the process is slow until `stop`.
 */

export type Meter = {
  /** The work of the run, which ends with `TooMuchWork` beyond the limit; the count is then just above it. */
  readonly measure: (workMax: number, run: () => Promise<unknown>) => Promise<number>;
  readonly stop: () => void;
};

/** Ends a run that would take for ever. */
export class TooMuchWork extends Error {}

type Method = (this: unknown, ...args: readonly unknown[]) => unknown;

let work = 0;
let limit = Number.POSITIVE_INFINITY;

const undo: (() => void)[] = [];

function replace(holder: object, name: PropertyKey, method: Method): void {
  const before = Object.getOwnPropertyDescriptor(holder, name) as PropertyDescriptor;
  undo.push(() => Object.defineProperty(holder, name, before));
  Object.defineProperty(holder, name, { ...before, value: method });
}

function count(items: number): void {
  work += items;
  if (work > limit) throw new TooMuchWork();
}

/** Wraps a method; `cost` gets the receiver, the arguments and the result. */
function wrap(
  holder: object,
  names: readonly PropertyKey[],
  cost: (receiver: never, args: readonly never[], result: never) => number,
): void {
  for (const name of names) {
    const original = Reflect.get(holder, name) as Method;
    const counted: Method = function (...args) {
      const result = original.apply(this, args as unknown[]);
      count(cost(this as never, args as readonly never[], result as never));
      return result;
    };
    replace(holder, name, counted);
  }
}

/** Wraps a method that calls its first argument for each item; each call counts. */
function wrapCalling(holder: object, names: readonly PropertyKey[]): void {
  for (const name of names) {
    const original = Reflect.get(holder, name) as Method;
    const counted: Method = function (callback, ...rest) {
      if (typeof callback !== 'function') return original.call(this, callback, ...rest);
      const counting: Method = function (...args) {
        count(1);
        return Reflect.apply(callback as Method, this, args);
      };
      return original.call(this, counting, ...rest);
    };
    replace(holder, name, counted);
  }
}

const one = () => 1;
const receiverLength = (receiver: { length: number }) => receiver.length;
const resultLength = (_: unknown, __: unknown, result: unknown) =>
  typeof result === 'string' || Array.isArray(result) ? result.length : 1;
const argumentLength = (_: unknown, [text]: readonly unknown[]) =>
  typeof text === 'string' ? text.length : 1;

/** How far a text was read: to what was found, or to the end. */
function searched(text: string, args: readonly unknown[], found: unknown): number {
  const from = typeof args[1] === 'number' ? args[1] : 0;
  return (typeof found === 'number' && found >= 0 ? found : text.length) - from + 1;
}

export function startMeter(): Meter {
  wrapCalling(Array.prototype, [
    'find',
    'findIndex',
    'findLast',
    'findLastIndex',
    'some',
    'every',
    'filter',
    'map',
    'forEach',
    'flatMap',
    'reduce',
    'reduceRight',
    'sort',
    'toSorted',
  ]);
  wrap(Array.prototype, ['includes', 'indexOf', 'lastIndexOf', 'join', 'reverse'], receiverLength);
  wrap(Array.prototype, ['slice', 'concat', 'flat'], resultLength);
  for (const iterable of [[], '', new Map(), new Set()] as readonly Iterable<unknown>[]) {
    wrap(Object.getPrototypeOf(iterable[Symbol.iterator]()), ['next'], one);
  }
  wrap(String.prototype, ['codePointAt', 'slice', 'startsWith', 'endsWith'], one);
  wrap(String.prototype, ['indexOf'], searched);
  wrap(
    String.prototype,
    [
      'includes',
      'lastIndexOf',
      'split',
      'trim',
      'trimEnd',
      'toLowerCase',
      'toUpperCase',
      'normalize',
      'isWellFormed',
      'toWellFormed',
    ],
    receiverLength,
  );
  wrapExec();
  for (const { prototype } of [Map, Set, WeakMap]) {
    const names = ['get', 'has', 'set', 'add', 'delete'].filter((name) => name in prototype);
    wrap(prototype, names, one);
  }
  wrap(Object, ['entries', 'keys', 'values', 'fromEntries'], resultLength);
  wrap(JSON, ['parse'], argumentLength);
  wrap(JSON, ['stringify'], resultLength);
  wrap(globalThis, ['encodeURIComponent', 'decodeURIComponent'], resultLength);
  wrap(Buffer, ['from', 'byteLength'], argumentLength);
  wrap(URL, ['parse', 'canParse'], argumentLength);
  return {
    async measure(workMax, run) {
      work = 0;
      limit = workMax;
      try {
        await run();
      } catch (error) {
        if (!(error instanceof TooMuchWork)) throw error;
      }
      limit = Number.POSITIVE_INFINITY;
      return work;
    },
    stop() {
      for (const restore of undo.splice(0).reverse()) restore();
    },
  };
}

/** All other methods with a regular expression call this one. */
function wrapExec(): void {
  const original = RegExp.prototype.exec;
  const counted = function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = original.call(this, text);
    const end = match === null ? (this.sticky ? from : text.length) : match.index + match[0].length;
    count(end - from + 1);
    return match;
  };
  replace(RegExp.prototype, 'exec', counted as Method);
}
