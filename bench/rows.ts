/** What a scenario found out about one case. */
export type Row = {
  readonly scenario: string;
  readonly name: string;
  readonly figures: Figures;
  /** What to know before believing the figures. */
  readonly notes: readonly string[];
  /** Why an aim that seems missed may not be the server's fault. */
  readonly doubt?: string;
};

export type ColumnName = keyof typeof COLUMNS;

export type Figures = Partial<Readonly<Record<ColumnName, Figure>>>;

export type Figure = number | Spread;

/** Of rounds. */
export type Spread = {
  readonly median: number;
  readonly lowerQuartile: number;
  readonly upperQuartile: number;
};

export const middleOf = (figure: Figure): number =>
  typeof figure === 'number' ? figure : figure.median;

type Column = { readonly title: string; readonly decimals: number };

/** In the order of the table. */
export const COLUMNS = {
  offeredPerSecond: { title: 'offered/s', decimals: 0 },
  perSecond: { title: 'req/s', decimals: 0 },
  rateToEcho: { title: '÷ echo', decimals: 2 },
  rateToFirst: { title: '÷ first', decimals: 3 },
  rateToOne: { title: '÷ one worker', decimals: 2 },
  cpuUs: { title: 'CPU µs/req', decimals: 1 },
  cpuToEcho: { title: '÷ echo', decimals: 2 },
  stepUs: { title: 'step µs', decimals: 1 },
  cpuToOther: { title: 'CPU ÷ other checkout', decimals: 2 },
  heapKb: { title: 'heap kB/req', decimals: 1 },
  stepKb: { title: 'step kB', decimals: 1 },
  heapToOther: { title: 'heap ÷ other checkout', decimals: 2 },
  allKb: { title: 'all kB/req', decimals: 1 },
  cpuToFirst: { title: '÷ first', decimals: 2 },
  cpuToFile: { title: '÷ file', decimals: 2 },
  startMs: { title: 'start ms', decimals: 0 },
  startToFile: { title: '÷ file', decimals: 2 },
  supervisorMb: { title: 'supervisor MB', decimals: 0 },
  supervisorToFile: { title: '÷ file', decimals: 2 },
  workerMb: { title: 'worker MB', decimals: 0 },
  workerToFile: { title: '÷ file', decimals: 2 },
  cpuPerCallUs: { title: 'CPU µs/call', decimals: 1 },
  connectionsPerCall: { title: 'new conns/call', decimals: 3 },
  serverCores: { title: 'cores', decimals: 2 },
  memoryMb: { title: 'MB/machine', decimals: 0 },
  redisCores: { title: 'Redis cores', decimals: 3 },
  postgresCores: { title: 'Postgres cores', decimals: 3 },
  redisCallsPerSecond: { title: 'Redis calls/s', decimals: 1 },
  redisCallsEach: { title: 'Redis calls/req', decimals: 4 },
  redisCommandsEach: { title: 'Redis commands/req', decimals: 3 },
  redisCpuUs: { title: 'Redis CPU µs/req', decimals: 1 },
  redisBytesEach: { title: 'Redis bytes/req', decimals: 0 },
  factsPerSecond: { title: 'facts/s', decimals: 0 },
  transactionsPerSecond: { title: 'transactions/s', decimals: 1 },
  statementsPerSecond: { title: 'statements/s', decimals: 0 },
  transactionsEach: { title: 'transactions/req', decimals: 2 },
  statementsEach: { title: 'statements/req', decimals: 2 },
  postgresCpuUs: { title: 'Postgres CPU µs/req', decimals: 0 },
  transactionsPerFact: { title: 'transactions/fact', decimals: 3 },
  transactionsPerSecondAndMachine: { title: 'transactions/s and machine', decimals: 1 },
  statementsPerFact: { title: 'statements/fact', decimals: 2 },
  postgresCpuPerFactUs: { title: 'Postgres CPU µs/fact', decimals: 0 },
  walBytesPerFact: { title: 'WAL bytes/fact', decimals: 0 },
  rateToOneMachine: { title: '÷ one machine', decimals: 2 },
  incomeToKnowing: { title: 'income ÷ knowing', decimals: 3 },
  lastIncomeToKnowing: { title: 'after 20,000', decimals: 3 },
  owedToIncome: { title: 'owed ÷ income', decimals: 3 },
  stalls: { title: 'stalls', decimals: 0 },
  filledShare: { title: 'filled', decimals: 2 },
  p50Ms: { title: 'p50 ms', decimals: 2 },
  p90Ms: { title: 'p90 ms', decimals: 2 },
  p95Ms: { title: 'p95 ms', decimals: 2 },
  p99Ms: { title: 'p99 ms', decimals: 2 },
  p999Ms: { title: 'p99.9 ms', decimals: 2 },
  maxMs: { title: 'max ms', decimals: 1 },
  p99ToEcho: { title: 'p99 ÷ echo', decimals: 2 },
  p99ToOther: { title: 'p99 ÷ other checkout', decimals: 2 },
  refused: { title: 'refused', decimals: 0 },
  p50ToAlone: { title: 'p50 ÷ alone', decimals: 2 },
  p99ToAlone: { title: 'p99 ÷ alone', decimals: 2 },
} as const satisfies Readonly<Record<string, Column>>;
