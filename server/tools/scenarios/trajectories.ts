import type { Actor } from '@/lib/domain/actor';
import type { EnvironmentVerdict } from '@/lib/domain/environment-verdict';
import type { Trajectory } from '@/lib/domain/trajectory';
import { longTrajectory, SYSTEM_LINES } from '@/lib/testing/builders/long-trajectory';
import { db } from '@/server/db/client';
import { SEEDED_AGENT, seedAgent, seedRollout } from '@/server/services/rollouts/testing/seed-rollout';
import type { Scenario, SeededPage } from './scenario';

/**
 * Rollouts of an agent without a run: one of 10,000 steps, one before and one after learning, one with text that looks
 * like markup, one whose prompt was not injected, one without a step, and one that an environment judged.
 */
const QUESTION = 'Book a trip from Bern to Milan next week, below 200 francs.';
const LEARNED = [...SYSTEM_LINES, '[trip-00003] Hold the seat first, then read the page of the offer.'];

const HOSTILE: Trajectory = {
  ...longTrajectory({ agentSteps: 0 }),
  broken: [],
  steps: [
    { source: 'system', branch: 0, atMs: 0, text: '<script>document.title = "changed"</script> Be brief.' },
    {
      source: 'user',
      branch: 0,
      atMs: 0,
      text: '[Open](javascript:document.title="changed") ![x](http://127.0.0.1/x)',
    },
    {
      ...{ source: 'agent', branch: 0, atMs: 20, reasoning: '', model: 'practice-task', finish: 'stop' },
      text: '<img src=x onerror="document.title=1"> **not bold**',
      toolCalls: [{ id: 'c', name: '<b>tool</b>', arguments: '{"html":"<svg onload=alert(1)>"}' }],
      results: [{ callId: 'c', content: '<a href="javascript:alert(1)">go</a>', isError: true }],
      metrics: { tokensIn: 10, tokensOut: 5, tokensCached: 0, costUsd: null, delayMs: null, by: 'proxy' },
    },
  ],
};

/** More tests and files than the card shows without scrolling. */
const LOTS = Array.from({ length: 16 }, (_, index) => 1000 + index);
const FAILED_LOTS = LOTS.filter((lot) => lot % 3 === 0).length;
const JUDGED: EnvironmentVerdict = {
  ...{ value: 0.69, rewards: { reward: 0.69, completeness: 1 }, timedOut: true, withoutNetwork: true },
  tests: Object.fromEntries(
    LOTS.map((lot) => [
      `tests/test_outputs.py::test_germination_of_lot_${lot}`,
      lot % 3 === 0 ? 'failed' : 'passed',
    ]),
  ),
  changedFiles: LOTS.map((lot) => ({ path: `/app/lots/${lot}/germination.csv`, change: 'written' })),
  output: `AssertionError: 71.5 is not 72.0\n${FAILED_LOTS} failed, ${LOTS.length - FAILED_LOTS} passed in 3.21s`,
};

const ROLLOUTS = [
  { title: 'Rollout of 10,000 steps', id: 'ro_seededlong0001' },
  { title: 'Rollout before learning', id: 'ro_seededbefore01' },
  { title: 'Rollout after learning', id: 'ro_seededafter001' },
  { title: 'Rollout with markup in its texts', id: 'ro_seededmarkup01' },
  { title: 'Rollout whose prompt was not injected', id: 'ro_seededinvalid1' },
  { title: 'Rollout without a step', id: 'ro_seededempty001' },
  { title: 'Rollout that an environment judged', id: 'ro_seededjudged01' },
] as const;

export const TRAJECTORIES: Scenario = {
  name: 'trajectories',
  about:
    'Rollouts of an agent: 10,000 steps, before and after learning, text that looks like markup, no step, one judged by an environment.',
  async make({ actor: { workspaceId } }) {
    const [long, before, after, markup, invalid, empty, judged] = ROLLOUTS.map(({ id }) => ({
      ...{ id, workspaceId, question: QUESTION, system: SYSTEM_LINES.join('\n') },
    })) as [Seeded, Seeded, Seeded, Seeded, Seeded, Seeded, Seeded];
    await seedAgent(workspaceId);
    const huge = longTrajectory({ agentSteps: 9_900, branchSteps: 98 });
    await seedRollout({ ...long, trajectory: huge, question: 'Book every trip of the year.' });
    await seedRollout({ ...before, trajectory: longTrajectory({ agentSteps: 60 }), reward: 0.33 });
    const learned = longTrajectory({ agentSteps: 52, turnsAt: 8, branchSteps: 6 });
    await seedRollout({ ...after, trajectory: learned, system: LEARNED.join('\n'), reward: 0.66 });
    await seedRollout({
      ...markup,
      trajectory: HOSTILE,
      question: '<script>document.title = "changed"</script>',
    });
    const unseen = longTrajectory({ agentSteps: 4 });
    await seedRollout({ ...invalid, trajectory: unseen, injection: 'failed', status: 'failed' });
    await seedRollout({ ...empty, trajectory: null, status: 'stopped' });
    await seedRollout({ ...judged, trajectory: longTrajectory({ agentSteps: 6 }), environment: JUDGED });
  },
  async clear({ workspaceId }) {
    await db().rollout.deleteMany({ where: { workspaceId, agentId: SEEDED_AGENT.id } });
    await db().agent.deleteMany({ where: { workspaceId, id: SEEDED_AGENT.id } });
  },
  pages: rolloutPages,
};

type Seeded = Pick<Parameters<typeof seedRollout>[0], 'id' | 'workspaceId' | 'question' | 'system'>;

async function rolloutPages({ workspaceId }: Actor): Promise<readonly SeededPage[]> {
  const there = await db().rollout.findFirst({ where: { workspaceId, agentId: SEEDED_AGENT.id } });
  if (there === null) return [];
  const [, before, after] = ROLLOUTS;
  return [
    ...ROLLOUTS.map(({ title, id }) => ({ title, path: `/rollouts/${id}` })),
    { title: 'Before and after learning', path: `/rollouts/compare?a=${before.id}&b=${after.id}` },
  ];
}
