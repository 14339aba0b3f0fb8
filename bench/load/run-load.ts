import { startProcess } from '../measure/processes.ts';
import type { Job, Report } from './job.ts';

const GENERATOR = new URL('main.ts', import.meta.url).pathname;

/** Beyond the time a job takes: the start of the process, opening connections, last answers. */
const MARGIN_MS = 20_000;

/** Does a job in a process of its own, so that generating load and serving it do not share an event loop. */
export async function runLoad(job: Job): Promise<Report> {
  const generator = startProcess([process.execPath, GENERATOR], { stdin: JSON.stringify(job) });
  const waitMsMax = job.warmUpMs + job.measureMs + MARGIN_MS;
  const [line] = await generator.find(/^\{.*\}$/m, waitMsMax);
  await generator.stop();
  return JSON.parse(line) as Report;
}
