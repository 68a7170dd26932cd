import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withServedPrompt } from '@/lib/canary/gateway-request';
import { contentHash } from '@/lib/domain/content-hash';
import type { FactData, FactType } from '@/lib/domain/ledger-entry';
import { db } from '@/server/db/client';
import { makeListener } from '@/server/events/listener';
import { readLedger } from '@/server/ledger/testing/seed-run';
import { readFlags } from '@/server/repositories/flags';
import { readTextsByHash } from '@/server/repositories/journal';
import { startRun } from '@/server/services/launches/start-run';
import { createSlot } from '@/server/services/promotion/slot/manage-slots';
import { addSlotPrompt } from '@/server/services/promotion/slot/slot-prompts';
import { getCandidate } from '@/server/services/runs/read-ledger';
import { openPracticeLab, type PracticeLab } from '@/server/services/runs/testing/practice-lab';
import { executeRun } from './handlers/execute-run';

/** Prompts that are copied, promoted and served match the measured messages in the journal. */
let lab: PracticeLab;
let listener: ReturnType<typeof makeListener>;
beforeAll(async () => {
  lab = await openPracticeLab({ train: 32, heldOut: 6, selection: 16, timeScale: null });
  listener = makeListener(lab.database.url);
});
afterAll(async () => {
  await listener.close();
  await lab.close();
});

interface Sent {
  readonly system: string;
  readonly user: string;
  readonly subject: string;
}

const STATIC = { kind: 'static', size: 8, reason: 'A test compares runs at one size.' };
const METHODS = {
  ace: ['comparisonPoint', { method: { name: 'ace' }, batch: STATIC }],
  gepa: ['comparisonPoint', { method: { name: 'gepa' }, batch: STATIC }],
  textgrad: ['comparisonPoint', { method: { name: 'textgrad' }, batch: STATIC }],
  mipro: ['serialBaseline', { method: { name: 'mipro', minibatch: 5, trials: 8, fullEvaluationEvery: 1 } }],
} as const;
type MethodKey = keyof typeof METHODS;

async function finished(method: MethodKey) {
  const [kind, settings] = METHODS[method];
  const experimentId = await lab.makeExperiment(settings);
  const { id: runId } = await startRun(lab.actor, { experimentId, kind, seed: 7 });
  const job = { payload: { runId }, tries: 0, signal: new AbortController().signal };
  const closing = new AbortController().signal;
  const means = { worker: 'worker-1', pool: lab.database.pg, listener, closing };
  expect(await executeRun(job, means)).toBe('done');
  const entries = await readLedger(lab.database.pg, runId);
  const factsOf = <T extends FactType>(type: T) =>
    entries.filter((entry) => entry.type === type).map(({ data }) => data as unknown as FactData[T]);
  const measured = new Set(factsOf('heldOut.measured').map(({ candidateHash }) => candidateHash));
  const learned = factsOf('candidate.created').findLast(
    ({ hash, parentHash }) => parentHash !== null && measured.has(hash),
  );
  return { runId, hashes: [...measured], learned: learned?.hash ?? '', sent: await sentIn(runId) };
}

/** Reads the messages of every measured answer from the journal. */
async function sentIn(runId: string): Promise<Sent[]> {
  const calls = await db().journalCall.findMany({ where: { runId, purpose: 'evaluate' } });
  const parts = (messages: unknown) => messages as { role: string; textHash: string }[];
  const texts = await readTextsByHash(
    calls.flatMap(({ messages }) => parts(messages).map(({ textHash }) => textHash)),
  );
  return calls.map(({ messages, subject }) => {
    const [system, user, ...more] = parts(messages);
    expect([system?.role, user?.role, more.length]).toEqual(['system', 'user', 0]);
    return {
      system: texts.get(system?.textHash ?? '') ?? '',
      user: texts.get(user?.textHash ?? '') ?? '',
      subject,
    };
  });
}

describe.each(Object.keys(METHODS) as MethodKey[])('a prompt of %s', (method) => {
  let run: Awaited<ReturnType<typeof finished>>;
  beforeAll(async () => {
    run = await finished(method);
  });

  it('is copied byte for byte as the measurements sent it, whichever version', async () => {
    const copied = await Promise.all(
      run.hashes.map((hash) => getCandidate(lab.actor, { runId: run.runId, hash })),
    );
    const systems = new Set(run.sent.map(({ system }) => system));
    expect(run.hashes.length).toBeGreaterThan(1);
    for (const { text, asMeasured } of copied) {
      expect(systems).toContain(asMeasured.text);
      expect(asMeasured.text.length).toBeGreaterThan(text.length);
    }
  });

  it('is served through a slot and called through the gateway as it was measured', async () => {
    const hash = run.learned;
    const slot = await createSlot(lab.actor, {
      ...{ kind: 'rehearsal', slug: `as-measured-${method}`, name: method, description: '' },
    });
    const slotId = slot.id;
    const origin = { source: 'run' as const, runId: run.runId, candidateHash: hash };
    const added = await addSlotPrompt(lab.actor, { slotId, ...origin });
    await db().slot.update({ where: { id: slotId }, data: { livePromptId: added.promptId } });
    const { flags } = await readFlags(lab.database.pg, lab.actor.workspaceId);
    const live = flags.find((flag) => flag.slotId === slotId)?.live;
    const measured = run.sent.filter(({ system }) => contentHash(system) === live?.sha256);
    expect(measured.length).toBeGreaterThan(0);
    expect(live).toMatchObject({ model: 'practice-task', params: { response_format: 'json_object' } });
    const questions = await db().example.findMany({
      where: { id: { in: measured.map(({ subject }) => subject) } },
    });
    for (const { system, user, subject } of measured) {
      const { question = '', context = '' } = questions.find(({ id }) => id === subject) ?? {};
      if (live == null || context !== '') continue;
      const asked = withServedPrompt({ messages: [{ role: 'user', content: question }] }, live, 'm');
      expect(asked.messages).toEqual([
        { role: 'system', content: system },
        { role: 'user', content: user },
      ]);
    }
  });

  it('keeps its run if its measured text is typed by hand, and its candidate only if unchanged', async () => {
    const hash = run.learned;
    const { text, asMeasured } = await getCandidate(lab.actor, { runId: run.runId, hash });
    const slot = await createSlot(lab.actor, {
      ...{ kind: 'rehearsal', slug: `typed-${method}`, name: method, description: '' },
    });
    const written = { source: 'written' as const, basedOn: null, model: null, params: {}, slotId: slot.id };
    const typed = await addSlotPrompt(lab.actor, { ...written, text: asMeasured.text });
    expect(typed).toMatchObject({ isPractice: true, candidateHash: hash });
    const changed = await addSlotPrompt(lab.actor, { ...written, text: `Be brief. ${asMeasured.text}` });
    const alone = await addSlotPrompt(lab.actor, { ...written, text });
    for (const one of [changed, alone]) {
      expect(one).toMatchObject({ isPractice: true, candidateHash: null });
      expect(one.runId).not.toBeNull();
    }
  });
});
