/** A worker as a process of its own: does what the supervisor says, and ends when the supervisor does. */
import { readFileSync } from 'node:fs';
import { unpackSetup } from '../config/setup.ts';
import { createLog } from '../observe/log.ts';
import { mapMemory } from './memory.ts';
import type { Assignment, FromWorker, Question, Reply, ToWorker } from './messages.ts';
import { planMemory } from './plan.ts';
import type { Work } from './work.ts';
import { startWorker, type Worker } from './worker.ts';

const surroundings = {
  log: createLog(process.env.LOG_LEVEL || 'info'),
  nowMs: Date.now,
  tickMs: () => performance.now(),
  newId: () => crypto.randomUUID(),
  chance: Math.random,
};

const say = (message: FromWorker) => process.send?.(message);

let worker: Worker | undefined;

function workOf(assignment: Assignment): Work {
  const { setupFile, memoryFile, feedFile, workers, machineId, catalogUrl } = assignment;
  const setup = unpackSetup(readFileSync(setupFile, 'utf8'));
  const plan = planMemory(setup, workers);
  const memory = mapMemory(Bun.mmap(memoryFile, { shared: true }).buffer, plan);
  return { setup, plan, memory, machineId, catalogUrl, feedFile };
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

function answer(question: Question): Reply | Promise<Reply> {
  switch (question.kind) {
    case 'auction':
      return worker?.findAuction(question.id) ?? null;
    case 'outcome':
      return worker?.findOutcome(question.id) ?? null;
    case 'request':
      return worker?.findRequest(question.id) ?? null;
    case 'recent':
      return worker?.recentAuctions(question.countMax);
    case 'requests':
      return worker?.listRequests(question.question);
    case 'status':
      return worker?.status();
    case 'limits':
      return worker?.limitUse();
    case 'campaigns':
      return worker?.followCampaigns().then(() => null);
  }
}

async function follow(message: ToWorker): Promise<void> {
  switch (message.kind) {
    case 'start':
    case 'reload': {
      const work = workOf(message.assignment);
      if (message.kind === 'start') {
        const { listen, dataDir } = work.setup.config;
        const { port, slot, journal } = message;
        const { host } = listen;
        const { workers } = message.assignment;
        const { tls } = work.setup;
        const place = { host, port, isShared: true, slot, journal, workers, dataDir, tls };
        worker = startWorker({ ...place, surroundings });
      }
      worker?.work(work);
      say({ kind: message.kind === 'start' ? 'ready' : 'reloaded' });
      return;
    }
    case 'ask':
      // Auctions are recorded by a `setImmediate` of their turn. One more turn, and every reply that was sent has its record.
      await nextTurn();
      say({ kind: 'answer', number: message.number, reply: await answer(message.question) });
      return;
    case 'stop':
      await worker?.stop(message.graceMs);
      process.exit(0);
  }
}

process.on('message', (message: ToWorker) => {
  follow(message).catch((error: unknown) => {
    say({ kind: 'failed', reason: (error as Error).message });
    process.exit(1);
  });
});
process.on('disconnect', () => process.exit(0));
// A terminal's Ctrl-C and a service manager's signals reach every process; the supervisor decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
