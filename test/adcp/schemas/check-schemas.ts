import { callTool, type SellerAddress } from '../call-tool.ts';
import { at } from './at.ts';
import { readSchemas, type SchemaFolder } from './schema-folder.ts';
import { runSession, type SessionCall } from './session.ts';

type CheckedMessage = {
  readonly tool: string;
  readonly kind: 'request' | 'answer' | 'error';
  readonly faults: readonly string[];
};

/** Of one message, as its schema has many alternatives. */
const FAULTS_SHOWN_MAX = 12;

/**
 * Calls every tool in the version that the folder is of, and checks what is sent and answered. A table, and a sentence for
 * each message that does not fit.
 */
export async function checkSchemas(seller: SellerAddress, folder: string) {
  const schemas = readSchemas(folder);
  const { version } = schemas;
  const checked: CheckedMessage[] = [];
  await runSession(version, async ({ tool, args, expects }) => {
    const sent = version === '3.0' ? args : { adcp_version: version, ...args };
    const { isError, body } = await callTool(seller, tool, sent);
    checked.push({ tool, kind: 'request', faults: requestFaults(schemas, { tool, args: sent }) });
    const surprise = isError === (expects === 'error') ? [] : [surpriseOf(sent, body)];
    const faults = isError ? errorFaults(schemas, tool, body) : answerFaults(schemas, tool, body);
    const shown = [...surprise, ...faults.slice(0, FAULTS_SHOWN_MAX)];
    checked.push({ tool, kind: isError ? 'error' : 'answer', faults: shown });
    return body;
  });
  return {
    table: tableOf(version, checked),
    faults: checked.flatMap(({ tool, kind, faults }) =>
      faults.length === 0 ? [] : [`${tool}, ${kind}:\n  ${faults.join('\n  ')}`],
    ),
  };
}

const surpriseOf = (sent: object, body: object): string =>
  `did not come to what was expected: ${JSON.stringify(sent)} was answered ${JSON.stringify(body).slice(0, 600)}`;

function requestFaults(
  schemas: SchemaFolder,
  { tool, args }: Pick<SessionCall, 'tool' | 'args'>,
): readonly string[] {
  const file = schemas.fileOf(tool, 'request');
  return file === undefined ? [`there is no schema of ${tool}`] : schemas.faultsOf(file, args);
}

function answerFaults(schemas: SchemaFolder, tool: string, body: object): readonly string[] {
  const file = schemas.fileOf(tool, 'response');
  return file === undefined ? [`there is no schema of ${tool}`] : schemas.faultsOf(file, body);
}

/** Where the schema of an answer has no place for errors, they are checked by themselves. */
function errorFaults(schemas: SchemaFolder, tool: string, body: object): readonly string[] {
  if (tool === 'comply_test_controller') return answerFaults(schemas, tool, body);
  const errors = at(body, 'errors');
  const each = Array.isArray(errors) && errors.length > 0 ? errors : [undefined];
  const ofErrors = [...each, at(body, 'adcp_error')].flatMap((error) =>
    schemas.faultsOf('core/error.json', error),
  );
  return schemas.hasErrors(tool) ? [...ofErrors, ...answerFaults(schemas, tool, body)] : ofErrors;
}

function tableOf(version: string, checked: readonly CheckedMessage[]): string {
  const tools = [...new Set(checked.map(({ tool }) => tool))].sort();
  const cell = (tool: string, kind: CheckedMessage['kind']) => {
    const of = checked.filter((one) => one.tool === tool && one.kind === kind);
    const right = of.filter(({ faults }) => faults.length === 0).length;
    return of.length === 0 ? '-' : `${right} of ${of.length}`;
  };
  const rows = [
    [`valid by ${version}`, 'requests', 'answers', 'errors'],
    ...tools.map((tool) => [
      tool,
      cell(tool, 'request'),
      cell(tool, 'answer'),
      cell(tool, 'error'),
    ]),
  ];
  return rows
    .map((row) => row.map((text, index) => text.padEnd(index === 0 ? 30 : 10)).join(''))
    .join('\n');
}
