import { beforeEach, describe, expect, it } from 'vitest';
import type { PartBodies } from '@/lib/ports/part-bodies';
import { manualClock } from '@/lib/testing/manual-clock';
import { testActor } from '@/lib/testing/test-actor';
import type { TestDatabase } from '@/server/db/testing/test-database';
import { deleteTrace } from '@/server/services/traces/judge-trace';
import { removeOldTraces } from '../keep-retention';
import { type ReceivedTraces, receiveTraces } from './received-traces';

/** Contract of every place for the bodies of parts. */
export interface PartBodiesHarness {
  readonly database: TestDatabase;
  readonly bodies: PartBodies;
  /** Keys of what is outside of the database. */
  outside(): Promise<readonly string[]>;
}

const YEAR_MS = 366 * 86_400_000;

export function partBodiesContract(name: string, harness: () => PartBodiesHarness): void {
  let received: ReceivedTraces;
  const database = () => harness().database;
  const rows = () =>
    database().db.trace.findMany({ where: { workspaceId: received.workspaceId }, orderBy: { id: 'asc' } });

  beforeEach(async () => {
    received = await receiveTraces(database(), harness().bodies);
  });

  describe(`contract of part bodies: ${name}`, () => {
    it('gives back every body, byte by byte and in order, before and after it is settled', async () => {
      const sent = [await received.receive('t1', 'a'), await received.receive('t1', 'b')];
      expect(await received.bodiesOf('t1')).toEqual(sent);
      await received.assemble();
      await received.settle();
      expect(await received.bodiesOf('t1')).toEqual(sent);
      sent.push(await received.receive('t1', 'c'));
      expect(await received.bodiesOf('t1')).toEqual(sent);
      await received.assemble();
      await received.settle();
      expect(await received.bodiesOf('t1')).toEqual(sent);
    });

    it('has a late record read with all earlier ones, as if it had come in time', async () => {
      for (const spanId of ['a', 'b']) await received.receive('t1', spanId);
      await received.assemble();
      await received.settle();
      await received.receive('t1', 'c');
      await received.assemble();
      const [late] = await rows();
      const whole = await receiveTraces(database(), harness().bodies);
      for (const spanId of ['a', 'b', 'c']) await whole.receive('t1', spanId);
      await whole.assemble();
      const { workspaceId } = whole;
      const [timely] = await database().db.trace.findMany({ where: { workspaceId } });
      expect(late).toMatchObject({ modelCalls: 3, state: 'complete', unread: {} });
      expect([late?.trajectoryHash, late?.bytes]).toEqual([timely?.trajectoryHash, timely?.bytes]);
    });

    it('keeps nothing of a trace that a person deleted, and all of the others', async () => {
      await received.receive('t1', 'a');
      const kept = await received.receive('t2', 'a');
      await received.assemble();
      await received.settle();
      const { workspaceId } = received;
      const others = (await harness().outside()).filter((key) => !key.includes(workspaceId));
      await deleteTrace(testActor('experimenter', { workspaceId }), { traceId: 't1' });
      const own = (await harness().outside()).filter((key) => key.includes(workspaceId));
      await received.settle();
      expect(await received.bodiesOf('t1')).toEqual([]);
      expect(await received.bodiesOf('t2')).toEqual([kept]);
      const left = await harness().outside();
      expect(left).toHaveLength(others.length + Math.floor(own.length / 2));
    });

    it('keeps nothing of traces that retention removed, and counts their bytes', async () => {
      const sent = [await received.receive('t1', 'a'), await received.receive('t2', 'a')];
      await received.assemble();
      await received.settle();
      const clock = manualClock(Date.now());
      clock.advance(YEAR_MS);
      await removeOldTraces(database().pg, clock);
      await received.settle();
      expect([await rows(), await received.bodiesOf('t1'), await harness().outside()]).toEqual([[], [], []]);
      const [{ detail } = { detail: null }] = await database().db.auditEntry.findMany({
        where: { workspaceId: received.workspaceId, action: 'traces.removed' },
      });
      const parts = sent.reduce((total, { byteLength }) => total + byteLength, 0);
      expect(detail).toMatchObject({ tooOld: 2, unreadParts: 0 });
      expect((detail as { bytes: number }).bytes).toBeGreaterThanOrEqual(parts);
    });

    it('keeps nothing of a workspace that was removed', async () => {
      await received.receive('t1', 'a');
      await received.assemble();
      await received.settle();
      const { workspaceId } = received;
      await database().pg.query('DELETE FROM "Workspace" WHERE id = $1', [workspaceId]);
      await received.settle();
      const left = await harness().outside();
      expect(left.filter((key) => key.includes(workspaceId))).toEqual([]);
      expect(await received.bodiesOf('t1')).toEqual([]);
    });
  });
}
