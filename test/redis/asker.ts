/** A machine in a process of its own: asks when it is told to, and prints how many were admitted. */
import { PATIENT_MS } from '../patience.ts';
import { admittedOf, request, startMachine } from './machine.ts';

const [url = '', nowMs] = process.argv.slice(2);
const { limiter } = await startMachine(url, {
  limits: { globalPerSecond: 1000 },
  nowMs: () => Number(nowMs),
  answerMsMax: PATIENT_MS,
});
process.once('SIGUSR2', async () => {
  const admitted = await admittedOf(800, () => request(limiter, '10.0.0.1', 'p'));
  process.stdout.write(`admitted ${admitted}\n`);
  limiter.close();
});
process.stdout.write('ready\n');
