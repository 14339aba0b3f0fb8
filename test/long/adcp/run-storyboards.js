/**
 * `node run-storyboards.js <url> <token> <file> <storyboard>…`: runs storyboards of the protocol and writes what became of
 * each step. Its command line leaves out steps of the track "security" that were skipped, and asks a registry for newer
 * versions. It needs Node: Bun's fetch has no dispatcher that the runner can close.
 */
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import {
  listAllComplianceStoryboards,
  resolveBundleOrStoryboard,
  runStoryboard,
  setAgentTesterLogger,
} from '@adcp/sdk/testing';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);

/** Nothing but the exchange on this machine is called. */
const connect = Socket.prototype.connect;
Socket.prototype.connect = function connectToLoopback(...args) {
  const [first] = args;
  const options = Array.isArray(first) ? first[0] : first;
  const host = options?.host ?? 'localhost';
  if (!LOOPBACK.has(host)) throw new Error(`the gate stays on this machine, and not ${host}`);
  return connect.apply(this, args);
};

const quiet = () => undefined;
setAgentTesterLogger({ info: quiet, error: quiet, warn: quiet, debug: quiet });

const [url, token, file, ...ids] = process.argv.slice(2);

/** Those that are named, each behind the ones that it requires. */
function withRequired() {
  const all = listAllComplianceStoryboards();
  const named = ids.flatMap((id) => resolveBundleOrStoryboard(id));
  const missing = ids.filter((id) => resolveBundleOrStoryboard(id).length === 0);
  if (missing.length > 0) throw new Error(`there are no storyboards ${missing.join(', ')}`);
  const ordered = named.flatMap((one) => [
    ...all.filter(({ id }) => one.requires_scenarios?.includes(id)),
    one,
  ]);
  return [...new Map(ordered.map((one) => [one.id, one])).values()];
}

function outcomeOf({ skipped, passed }) {
  if (skipped) return 'skipped';
  return passed ? 'passed' : 'failed';
}

function reasonOf({ skip, error, validations, response_record: record }) {
  const failed = validations.filter((one) => !one.passed);
  const reasons = failed.map((one) => [one.description, one.error].filter(Boolean).join(': '));
  const answer = failed.length > 0 && record?.payload ? [JSON.stringify(record.payload)] : [];
  return [skip && `${skip.reason}: ${skip.detail}`, error, ...reasons, ...answer]
    .filter(Boolean)
    .join(' | ');
}

const options = {
  protocol: 'mcp',
  auth: { type: 'bearer', token },
  allow_http: true,
  sandbox: true,
  test_session_id: 'gate',
  test_kit: { auth: { api_key: token, probe_task: 'list_creatives' } },
  webhook_receiver: { mode: 'loopback_mock' },
};

const brand = { domain: 'acmeoutdoor.example' };

/** Without these the runner mixes the account of each storyboard with one of its own. */
const accountOptions = {
  brand,
  context: { account: { brand, operator: 'pinnacle-agency.example' } },
};

/** With these it would ask for the accounts of one brand alone. */
const LISTING_ACCOUNTS = ['pagination_integrity_list_accounts', 'deterministic_testing'];

const optionsFor = ({ id }) =>
  LISTING_ACCOUNTS.includes(id) ? options : { ...options, ...accountOptions };

/** Behind a step without its tool the runner skips all others, so a phase of such steps is left out. */
const PHASES_LEFT_OUT = ['deterministic_testing/deterministic_session'];

/**
 * The runner replaces dates that are over by those of the moment, which differ between a call and its repetition. Its dates
 * are of one year.
 */
const REPEATING = ['idempotency'];

function withDatesToCome(storyboard) {
  if (!REPEATING.includes(storyboard.id)) return storyboard;
  const year = new Date().getUTCFullYear() + 1;
  return JSON.parse(JSON.stringify(storyboard).replace(/"\d{4}(-\d\d-\d\dT)/g, `"${year}$1`));
}

const withoutLeftOut = (storyboard) => ({
  ...storyboard,
  phases: storyboard.phases.filter(({ id }) => !PHASES_LEFT_OUT.includes(`${storyboard.id}/${id}`)),
});

/** Steps of phases that the runner left out without a word, in a storyboard that it did run. */
function leftOut(storyboard, ran) {
  const isRun = storyboard.phases.some(({ steps }) => steps.some(({ id }) => ran.has(id)));
  const missing = storyboard.phases.flatMap(({ steps }) => steps.filter(({ id }) => !ran.has(id)));
  return isRun ? missing : [];
}

const steps = [];
for (const storyboard of withRequired()) {
  const result = await runStoryboard(
    url,
    withDatesToCome(withoutLeftOut(storyboard)),
    optionsFor(storyboard),
  );
  const ran = new Set(result.phases.flatMap((phase) => phase.steps.map((step) => step.step_id)));
  for (const { id, task } of leftOut(storyboard, ran)) {
    const reason = 'the phase was left out';
    steps.push({ storyboard: storyboard.id, step: id, task, outcome: 'skipped', reason });
  }
  for (const phase of result.phases) {
    for (const step of phase.steps) {
      steps.push({
        storyboard: storyboard.id,
        step: step.step_id,
        task: step.task,
        outcome: outcomeOf(step),
        reason: outcomeOf(step) === 'passed' ? '' : reasonOf(step),
        isOptional: storyboard.phases.some(({ id, optional }) => id === phase.phase_id && optional),
      });
    }
  }
}
writeFileSync(file, JSON.stringify(steps));
// Connections that are kept open must not keep the process.
process.exit(0);
