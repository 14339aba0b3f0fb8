/** Reads the part of PromQL that `ops/` uses, strictly: what it does not know, it throws on. */
export type Expression =
  | { readonly kind: 'number' }
  | {
      readonly kind: 'selector';
      readonly name: string;
      readonly matchers: readonly Matcher[];
      readonly range: string | undefined;
    }
  | {
      readonly kind: 'call';
      readonly name: string;
      /** Undefined for functions, and for an aggregation of everything. */
      readonly by: readonly string[] | undefined;
      readonly args: readonly Expression[];
    }
  | { readonly kind: 'operation'; readonly sides: readonly [Expression, Expression] };

export type Matcher = { readonly label: string; readonly operator: string; readonly value: string };

export type Selector = Extract<Expression, { kind: 'selector' }>;

const AGGREGATIONS = ['sum', 'min', 'max', 'count', 'topk'];
const FUNCTIONS = ['rate', 'increase', 'histogram_quantile', 'abs'];
const OPERATORS = ['/', '==', '<', '>', 'and'];

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?(?:e\d+)?)(?![\w.])|([a-zA-Z_]\w*)|("[^"\\]*")|(\[(?:\d+[smhd]|\$__rate_interval)\])|(=~|!~|!=|==|[-/<>={}(),]))/y;

export function readPromql(text: string): Expression {
  const tokens = tokensOf(text);
  let at = 0;
  const peek = () => tokens[at];
  const take = (wanted?: string): string => {
    const token = tokens[at++];
    if (token === undefined || (wanted !== undefined && token !== wanted)) {
      throw new Error(`expected ${wanted ?? 'more'}, but got ${token ?? 'the end'} in: ${text}`);
    }
    return token;
  };
  const list = <T>(end: string, item: () => T): T[] => {
    const items = [item()];
    while (peek() === ',') {
      take();
      items.push(item());
    }
    take(end);
    return items;
  };
  const name = () => {
    const token = take();
    if (!/^[a-zA-Z_]\w*$/.test(token)) throw new Error(`${token} is no name in: ${text}`);
    return token;
  };
  const matcher = (): Matcher => ({
    label: name(),
    operator: take(),
    value: take().replaceAll('"', ''),
  });

  function operand(): Expression {
    const token = take();
    if (/^\d/.test(token)) return { kind: 'number' };
    if (token === '(') {
      const inner = expression();
      take(')');
      return inner;
    }
    if (AGGREGATIONS.includes(token) || FUNCTIONS.includes(token)) return call(token);
    if (!/^[a-z_]\w*$/.test(token)) throw new Error(`${token} is no operand in: ${text}`);
    let matchers: readonly Matcher[] = [];
    if (peek() === '{') {
      take();
      matchers = list('}', matcher);
    }
    const range = peek()?.startsWith('[') ? take() : undefined;
    return { kind: 'selector', name: token, matchers, range };
  }

  function call(called: string): Expression {
    let by: readonly string[] | undefined;
    if (AGGREGATIONS.includes(called) && peek() === 'by') {
      take();
      take('(');
      by = list(')', name);
    }
    take('(');
    return { kind: 'call', name: called, by, args: list(')', expression) };
  }

  function expression(): Expression {
    let left = operand();
    while (OPERATORS.includes(peek() ?? '')) {
      take();
      left = { kind: 'operation', sides: [left, operand()] };
    }
    return left;
  }

  const whole = expression();
  if (at < tokens.length) throw new Error(`${tokens[at]} is left over in: ${text}`);
  return whole;
}

function tokensOf(text: string): readonly string[] {
  const tokens: string[] = [];
  const trimmed = text.trimEnd();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < trimmed.length) {
    const start = TOKEN.lastIndex;
    const found = TOKEN.exec(trimmed);
    if (found === null) throw new Error(`cannot read ${trimmed.slice(start, start + 20)}`);
    tokens.push(found[0].trim());
  }
  return tokens;
}

/** The expression and all within it. */
export function parts(expression: Expression): readonly Expression[] {
  const inner =
    expression.kind === 'call'
      ? expression.args
      : expression.kind === 'operation'
        ? expression.sides
        : [];
  return [expression, ...inner.flatMap(parts)];
}

export function selectorsIn(expression: Expression): readonly Selector[] {
  return parts(expression).filter((part): part is Selector => part.kind === 'selector');
}
