import type { CallExpression } from '@babel/types';
import type { Node, Site } from './syntax.ts';

/** Nodes of types that still contain code which runs. */
const TYPES_WITH_CODE: ReadonlySet<string> = new Set([
  'TSAsExpression',
  'TSSatisfiesExpression',
  'TSNonNullExpression',
  'TSInstantiationExpression',
]);

/** What no test can or should notice: types, imports, and text for people. */
export function isNoise({ node, parents }: Site): boolean {
  if (node.type.startsWith('TS')) return !TYPES_WITH_CODE.has(node.type);
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
      return true;
    case 'TemplateLiteral':
      return node.quasis.some(({ value }) => /[a-z,.:] /i.test(value.raw));
    default:
      return parents[0] !== undefined && isNoiseIn(parents[0], node);
  }
}

function isNoiseIn(parent: Node, node: Node): boolean {
  switch (parent.type) {
    case 'ExportNamedDeclaration':
      return parent.source === node;
    case 'CallExpression':
      return (
        parent.callee !== node &&
        (parent.callee.type === 'Import' || isLogCall(parent, LEVELS) || isClasses(parent, node))
      );
    case 'LogicalExpression':
      return parent.right === node && isIndexRead(parent);
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' && parent.id.name.endsWith('_CLASSES');
    default:
      return false;
  }
}

/** The privacy classes of a schema: the compiler refuses any other word. */
function isClasses({ callee, arguments: [first, second] }: CallExpression, node: Node): boolean {
  if (callee.type !== 'Identifier') return false;
  if (callee.name === 'classified') return second === node;
  return (callee.name === 'required' || callee.name === 'optional') && first === node;
}

/** `list[i] ?? 0` has its fallback for the type checker: an index in range never needs it. */
export function isIndexRead(node: Node): boolean {
  return (
    node.type === 'LogicalExpression' &&
    node.operator === '??' &&
    node.left.type === 'MemberExpression' &&
    node.left.computed
  );
}

const LEVELS = ['debug', 'info', 'warn', 'error'];

/** `log.warn(…)`, `surroundings.log.warn(…)` at one of the levels. */
export function isLogCall(node: Node, levels: readonly string[]): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  const logger = object.type === 'MemberExpression' ? object.property : object;
  return (
    logger.type === 'Identifier' &&
    /^log(ger)?$/.test(logger.name) &&
    property.type === 'Identifier' &&
    levels.includes(property.name)
  );
}

/** `[…] as const`: a list of the words of a type. */
export function isConstList(node: Node, parent: Node | undefined): boolean {
  return (
    node.type === 'ArrayExpression' &&
    parent?.type === 'TSAsExpression' &&
    parent.typeAnnotation.type === 'TSTypeReference' &&
    parent.typeAnnotation.typeName.type === 'Identifier' &&
    parent.typeAnnotation.typeName.name === 'const'
  );
}

const TIME_NAME = /(^|_)MS(_|$)|Ms([A-Z]|$)|^ms$/;

/** Whether a number is declared under a name in milliseconds: `STOP_MS_MAX = 7000`, `{ graceMs: 500 }`. */
export function isTime({ parents }: Site): boolean {
  const [parent] = parents;
  const name =
    parent?.type === 'VariableDeclarator'
      ? parent.id
      : parent?.type === 'ObjectProperty'
        ? parent.key
        : parent?.type === 'AssignmentPattern'
          ? parent.left
          : undefined;
  return name?.type === 'Identifier' && TIME_NAME.test(name.name);
}
