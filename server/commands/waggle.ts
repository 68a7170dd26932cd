import { readFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { writtenDown } from '@/lib/contracts/audit-log';
import { KEY_SCOPES, type KeyScope, ROLES, type Role } from '@/lib/domain/actor';
import type { ChainHead } from '@/lib/domain/audit-record';
import { AppError } from '@/lib/errors/app-error';
import { closeDb } from '@/server/db/client';
import { closeSharedListener } from '@/server/events/read-events';
import { stopQueue } from '@/server/jobs/queue';
import { closeLedgerPool } from '@/server/ledger/pool';
import { logToErrors } from '@/server/observability/log';
import { findUserByEmail } from '@/server/repositories/people';
import { refusalsRecorded } from '@/server/services/audit/record-refusal';
import { verifyAudit } from '@/server/services/audit/verify-audit';
import { createKey, listKeys, revokeKey } from '@/server/services/keys/api-keys';
import { resetPassword } from '@/server/services/people/passwords';
import { replayRun } from '@/server/services/runs/replay-run';
import { type CallChoices, operationLines, runCall } from './support/call-command';
import { operatorOfFirstWorkspace } from './support/operator';

/**
 * `npm run waggle -- …`: operator commands on the machine itself, through the same services and rules as the
 * API. An operator can read the database, so the commands act as an owner of the first workspace.
 */
logToErrors();
const program = new Command('waggle').description('Waggle at the command line').showHelpAfterError();

const keys = program.command('keys').description('API keys');

keys
  .command('create')
  .description('make a key; its secret is shown once')
  .addOption(new Option('--role <role>', 'what it may do').choices(ROLES).default('experimenter'))
  .addOption(new Option('--scope <scope>', 'the only thing that it may do').choices(KEY_SCOPES))
  .option('--name <name>', 'its name for people', 'command line')
  .option('--expires-in-days <days>', 'days until it expires; never if left out')
  .option('--print', 'print the secret alone, for scripts')
  .action(
    async (given: { role: Role; scope?: KeyScope; name: string; expiresInDays?: string; print?: true }) => {
      const expiresInDays = given.expiresInDays === undefined ? null : wholeDays(given.expiresInDays);
      const { key, secret } = await createKey(await operatorOfFirstWorkspace(), {
        name: given.name,
        role: given.scope ? 'viewer' : given.role,
        scopes: given.scope ? [given.scope] : [],
        expiresInDays,
      });
      const may = key.scopes.join(', ') || key.role;
      console.log(given.print ? secret : `Key ${key.id} (${may}), shown this once:\n${secret}`);
    },
  );

keys
  .command('list')
  .description('all keys, without their secrets')
  .action(async () => {
    for (const key of await listKeys(await operatorOfFirstWorkspace())) {
      const state = key.revokedAt === null ? 'valid' : 'revoked';
      console.log([key.id, key.prefix, key.scopes.join(', ') || key.role, state, key.name].join('\t'));
    }
  });

keys
  .command('revoke')
  .argument('<keyId>')
  .description('revoke a key at once')
  .action(async (keyId: string) => {
    await revokeKey(await operatorOfFirstWorkspace(), keyId);
    console.log(`Key ${keyId} is revoked.`);
  });

program
  .command('reset-password')
  .argument('<email>')
  .description('give a person a new password, shown once')
  .action(async (email: string) => {
    const user = await findUserByEmail(email);
    if (user === null) throw new AppError('NOT_FOUND', `No person has the address ${email}.`);
    console.log((await resetPassword(await operatorOfFirstWorkspace(), user.id)).password);
  });

program
  .command('replay')
  .argument('<runId>')
  .description('run a finished run again from its journal alone and compare the hashes')
  .action(async (runId: string) => {
    const replay = await replayRun(await operatorOfFirstWorkspace(), { runId, limits: null });
    const isSame = replay.verdict === 'same';
    const { seq, key } = replay.firstDifference ?? {};
    const parted =
      key === undefined ? '' : ` They differ from ${key}${seq === null ? '' : `, entry ${seq}`}.`;
    console.log(
      `${isSame ? 'same' : 'DIFFERENT'}: run ${replay.runHash}, replay ${replay.replayHash}, ${replay.facts} facts. ${replay.explanation}${parted}`,
    );
    for (const step of replay.howToProceed) console.log(`- ${step}`);
    if (!isSame) process.exitCode = 1;
  });

program
  .command('audit')
  .description('the audit log')
  .command('verify')
  .description('verify its chain of hashes and name the first changed entry')
  .option('--from <seq:hash>', 'the position printed by an earlier check')
  .action(async ({ from }: { from?: string }) => {
    const check = await verifyAudit(await operatorOfFirstWorkspace(), {
      from: from === undefined ? undefined : headOf(from),
    });
    console.log(check.sentence);
    if (check.entry) console.log(`Entry: ${Object.values(check.entry).join(', ')}`);
    if (!check.isWhole) process.exitCode = 1;
  });

const several = (text: string, before: readonly string[] = []) => [...before, text];

program
  .command('call')
  .argument('[operation]', 'as the API reference names it, for example startRun')
  .description('do what an operation of the API does, with the same checks')
  .option('--param <name=value>', 'a path parameter; repeatable', several)
  .option('--query <name=value>', 'a query parameter; repeatable', several)
  .option('--body <file>', 'a file with its body as JSON; "-" reads the input')
  .option('--form <name=value>', 'a form field; name=@file sends a file', several)
  .option('--list', 'all operations')
  .action(async (operationId: string | undefined, { list, ...choices }: CallChoices & { list?: true }) => {
    if (list || operationId === undefined) {
      for (const line of operationLines()) console.log(line);
      return;
    }
    const code = await runCall(
      { actor: await operatorOfFirstWorkspace(), operationId, choices },
      {
        input: () => readFileSync(0, 'utf8'),
        out: (text) => process.stdout.write(text),
        err: (line) => console.error(line),
      },
    );
    if (code !== 0) process.exitCode = code;
  });

function headOf(text: string): ChainHead {
  const parsed = writtenDown.safeParse(text);
  if (parsed.success) return parsed.data;
  throw new AppError(
    'INPUT_INVALID',
    '--from takes the position printed by a check: a number, ":" and a hash.',
  );
}

function wholeDays(text: string): number {
  const days = Number(text);
  if (Number.isInteger(days) && days >= 1 && days <= 3650) return days;
  throw new AppError('INPUT_INVALID', '--expires-in-days takes a whole number from 1 to 3650.');
}

try {
  await program.parseAsync();
} catch (error) {
  for (const line of AppError.is(error) ? faultLines(error) : [error]) console.error(line);
  process.exitCode = 1;
} finally {
  await refusalsRecorded();
  await Promise.all([stopQueue(), closeSharedListener()]);
  await Promise.all([closeDb(), closeLedgerPool()]);
}

function faultLines({ userMessage, howToProceed }: AppError): string[] {
  return [userMessage, ...howToProceed.map((step) => `- ${step}`)];
}
