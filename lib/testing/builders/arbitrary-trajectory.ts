import fc from 'fast-check';
import { TRAJECTORY_VERSION, type Trajectory, type TrajectoryStep } from '@/lib/domain/trajectory';

const text = fc.string({ maxLength: 300, unit: 'binary' });
const name = fc.string({ minLength: 1, maxLength: 12 });
const tokens = fc.nat(1_000_000);
const amount = fc.double({ min: 0, max: 1000, noNaN: true }).map((value) => value + 0);
const json = fc.oneof(fc.json(), text, fc.constant('{"a": 1}'), fc.constant('{"b":[1,{"c":null}]}'));

const metrics = fc.record({
  tokensIn: tokens,
  tokensOut: tokens,
  tokensCached: tokens,
  costUsd: fc.option(amount),
  delayMs: fc.option(amount),
  by: fc.constantFrom('proxy' as const, 'agent' as const, 'reservation' as const),
});

const message = fc.record({
  source: fc.constantFrom('system' as const, 'user' as const),
  branch: fc.nat(3),
  atMs: fc.option(amount),
  text,
});

const agent = (long: fc.Arbitrary<string>): fc.Arbitrary<TrajectoryStep> =>
  fc.record({
    source: fc.constant('agent' as const),
    branch: fc.nat(3),
    atMs: fc.option(amount),
    text,
    reasoning: text,
    toolCalls: fc.array(
      fc.record({ id: fc.oneof(name, fc.constant('')), name: fc.string(), arguments: json }),
      {
        maxLength: 3,
      },
    ),
    results: fc.array(
      fc.record({ callId: fc.option(name), content: fc.oneof(text, long), isError: fc.boolean() }),
      { maxLength: 3 },
    ),
    model: fc.string({ maxLength: 8 }),
    finish: fc.string({ maxLength: 8 }),
    metrics,
  });

/** Any trajectory whose branches are numbered without gaps. Tool results may be thousands of characters long. */
export const anyTrajectory: fc.Arbitrary<Trajectory> = fc
  .record({
    steps: fc.array(fc.oneof(message, agent(text.map((part) => part.repeat(30)))), { maxLength: 12 }),
    tools: fc.array(fc.record({ name, description: text, parameters: json }), { maxLength: 3 }),
    broken: fc.array(
      fc.record({
        atMs: fc.option(amount),
        dialect: fc.constantFrom('openaiChat' as const, 'anthropicMessages' as const),
        reason: fc.constantFrom('cut' as const, 'failed' as const, 'refused' as const, 'stray' as const),
        status: fc.option(fc.nat(599)),
        metrics,
      }),
      { maxLength: 2 },
    ),
    agent: fc.record({ name, version: name }),
  })
  .map(({ steps, ...rest }) => {
    const used = [...new Set([0, ...steps.map(({ branch }) => branch)])].sort((a, b) => a - b);
    const renumbered = steps.map((step) => ({ ...step, branch: used.indexOf(step.branch) }));
    const branches = used.map((_, index) => ({ after: index === 0 || steps.length === 0 ? null : 0 }));
    return { version: TRAJECTORY_VERSION, ...rest, steps: renumbered, branches };
  });
