import { afterAll, expect, test } from 'bun:test';
import { callerOf, secretOfInvitation, startWithRoles, TOKENS } from '../accounts/machine.ts';
import { eventually } from '../eventually.ts';
import { startPostgres } from '../postgres/postgres-server.ts';
import { cleanUp } from '../process.ts';

afterAll(cleanUp);

test('an invitation that is accepted while the database is gone stays valid, and the answer says why', async () => {
  const postgres = await startPostgres();
  const machine = await startWithRoles({ databaseUrl: await postgres.newDatabase() });
  const admin = callerOf(machine.adminUrl, TOKENS.admin);
  await admin('POST', '/api/publishers', { id: 'invited' });
  const invitation = await secretOfInvitation(admin, 'invited');
  const accept = () =>
    callerOf(machine.adminUrl)('POST', '/portal/accept', { invitation, name: 'Pat' });
  await postgres.kill();
  const refused = await accept();
  expect(refused.status).toBe(503);
  expect(refused.body.error.details.reason).toContain('the database does not answer');
  await postgres.start();
  await eventually(async () => (await accept()).status === 200);
  await machine.stop(0);
});
