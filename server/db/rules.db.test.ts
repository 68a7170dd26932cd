import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '@/server/db/testing/test-database';

/** Writes that the database itself refuses, from any client. */
describe('rules that the database keeps', () => {
  let test: TestDatabase;
  beforeAll(async () => {
    test = await createTestDatabase();
    await test.pg.query(`
      INSERT INTO "Workspace" (id, name) VALUES ('w', 'w');
      INSERT INTO "AuditEntry" ("workspaceId", actor, action, subject, detail) VALUES ('w', 'a', 'b', 'c', '{}');
      INSERT INTO "Task" (id, "workspaceId", name, preset, instructions, "inputShape", "outputShape", scoring)
        VALUES ('t', 'w', 't', 'p', '', '', '', '{}');`);
  });
  afterAll(() => test.close());

  async function makeSplit(id: string) {
    await test.pg.query(`
      INSERT INTO "Dataset" (id, "workspaceId", name, preset, hash, "exampleCount", "importReport", "createdBy")
        VALUES ('d_${id}', 'w', '${id}', 'p', 'h', 2, '{}', 'me');
      INSERT INTO "Example" ("datasetId", id, position, question, context, expected, "contentHash")
        VALUES ('d_${id}', 'x1', 0, 'q', '', 'e', 'c1'), ('d_${id}', 'x2', 1, 'q', '', 'e', 'c2');
      INSERT INTO "SplitRegistration" (id, "datasetId", name, rule, hash, counts, "registeredBy")
        VALUES ('${id}', 'd_${id}', 's', '{}', 'h', '{}', 'me');
      INSERT INTO "SplitAssignment" ("registrationId", "datasetId", "exampleId", split) VALUES ('${id}', 'd_${id}', 'x1', 'train');`);
  }

  const tell = (sql: string) => test.pg.query(sql);

  it('lets an unpinned split change, be pinned, and count its held-out uses afterwards', async () => {
    await makeSplit('open');
    await tell(`UPDATE "SplitRegistration" SET name = 'other' WHERE id = 'open'`);
    await tell(`INSERT INTO "SplitAssignment" VALUES ('open', 'd_open', 'x2', 'heldOut')`);
    await tell(`UPDATE "SplitRegistration" SET "pinnedAt" = now() WHERE id = 'open'`);
    await tell(`UPDATE "SplitRegistration" SET "heldOutUses" = "heldOutUses" + 1 WHERE id = 'open'`);
    const { rows } = await tell(`SELECT "heldOutUses" FROM "SplitRegistration" WHERE id = 'open'`);
    expect(rows[0].heldOutUses).toBe(1);
  });

  it.each([
    `UPDATE "SplitRegistration" SET name = 'x' WHERE id = 'fixed'`,
    `UPDATE "SplitRegistration" SET "pinnedAt" = NULL WHERE id = 'fixed'`,
    `DELETE FROM "SplitRegistration" WHERE id = 'fixed'`,
    `INSERT INTO "SplitAssignment" VALUES ('fixed', 'd_fixed', 'x2', 'heldOut')`,
    `UPDATE "SplitAssignment" SET split = 'heldOut' WHERE "registrationId" = 'fixed'`,
    `DELETE FROM "SplitAssignment" WHERE "registrationId" = 'fixed'`,
    `DELETE FROM "Example" WHERE "datasetId" = 'd_fixed' AND id = 'x1'`,
    `UPDATE "Example" SET expected = 'y' WHERE "datasetId" = 'd_fixed'`,
  ])('refuses on a pinned split: %s', async (sql) => {
    if ((await tell(`SELECT 1 FROM "Dataset" WHERE id = 'd_fixed'`)).rowCount === 0) {
      await makeSplit('fixed');
      await tell(`UPDATE "SplitRegistration" SET "pinnedAt" = now() WHERE id = 'fixed'`);
    }
    await expect(tell(sql)).rejects.toMatchObject({ code: 'WG002' });
  });

  it('lets a whole data set go, pinned split and all', async () => {
    await makeSplit('gone');
    await tell(`UPDATE "SplitRegistration" SET "pinnedAt" = now() WHERE id = 'gone'`);
    await tell(`DELETE FROM "Dataset" WHERE id = 'd_gone'`);
    expect((await tell(`SELECT 1 FROM "SplitAssignment" WHERE "registrationId" = 'gone'`)).rowCount).toBe(0);
  });

  it('refuses every change of a ledger entry, and lets it go only with its run', async () => {
    await makeSplit('run');
    await tell(`
      INSERT INTO "Experiment" (id, "workspaceId", name, "taskId", "splitId", config, "createdBy", "updatedAt")
        VALUES ('e', 'w', 'e', 't', 'run', '{}', 'me', now());
      INSERT INTO "Run" (id, "workspaceId", "experimentId", kind, label, seed, manifest, "manifestHash", "createdBy")
        VALUES ('r', 'w', 'e', 'combee', 'l', 1, '{}', 'h', 'me');
      INSERT INTO "LedgerEntry" ("runId", seq, type, key, data, measured, at) VALUES ('r', 1, 'run.started', 'k', '{}', '{}', now());`);
    for (const sql of [
      `UPDATE "LedgerEntry" SET type = 'x'`,
      `DELETE FROM "LedgerEntry"`,
      `TRUNCATE "LedgerEntry"`,
    ]) {
      await expect(tell(sql)).rejects.toMatchObject({ code: 'WG001' });
    }
    await tell(`DELETE FROM "Run" WHERE id = 'r'`);
    expect((await tell(`SELECT 1 FROM "LedgerEntry"`)).rowCount).toBe(0);
  });

  it('R-027: takes no call into the journal without the role that made it', async () => {
    const columns = `"runId", key, iteration, purpose, model, subject, "promptHash", "paramsHash", messages, "sentAt", worker`;
    const call = `INSERT INTO "JournalCall" (${columns}) VALUES ('r', 'k', 0, 'p', 'm', 's', 'h', 'h', '[]', now(), 'w')`;
    await expect(tell(call)).rejects.toMatchObject({ code: '23502', column: 'role' });
  });

  it('refuses every change of the audit trail', async () => {
    for (const sql of [
      `UPDATE "AuditEntry" SET actor = 'x'`,
      `DELETE FROM "AuditEntry"`,
      `TRUNCATE "AuditEntry"`,
    ]) {
      await expect(tell(sql)).rejects.toMatchObject({ code: 'WG001' });
    }
  });

  it('keeps a registered canary with what was counted, and lets them go only with their slot', async () => {
    await tell(`
      INSERT INTO "Slot" (id, "workspaceId", kind, slug, name, "createdBy") VALUES ('s', 'w', 'production', 's', 's', 'me');
      INSERT INTO "ServedPrompt" (id, "slotId", version, sha256, text, params, "isPractice", "createdBy")
        VALUES ('p', 's', 1, 'h', 't', '{}', false, 'me');
      INSERT INTO "Canary" (id, "workspaceId", "slotId", "challengerId", draft, plan, "planHash", "createdBy")
        VALUES ('c', 'w', 's', 'p', '{}', '{}', 'h', 'me');
      INSERT INTO "CanaryPair" ("canaryId", stage, "exposureId", at) VALUES ('c', 'shadow', 'x', now());
      INSERT INTO "ArmOutcome" ("canaryId", step, "exposureId", variant, at, score) VALUES ('c', 0, 'x', 'control', now(), 1);
      INSERT INTO "StepCaller" ("canaryId", step, caller, variant, at) VALUES ('c', 0, 'x', 'control', now());
      UPDATE "CanaryPair" SET "incumbentScore" = 1, "countedAt" = now();`);
    for (const sql of [
      `UPDATE "CanaryPair" SET "incumbentScore" = 0`,
      `DELETE FROM "CanaryPair"`,
      `UPDATE "ArmOutcome" SET score = 0`,
      `DELETE FROM "ArmOutcome"`,
      `UPDATE "StepCaller" SET variant = 'challenger'`,
      `DELETE FROM "StepCaller"`,
      `DELETE FROM "Canary"`,
    ]) {
      await expect(tell(sql), sql).rejects.toMatchObject({ code: 'WG001' });
    }
    await tell(`DELETE FROM "Slot"`);
    expect((await tell(`SELECT 1 FROM "Canary" UNION ALL SELECT 1 FROM "CanaryPair"`)).rowCount).toBe(0);
  });
});
