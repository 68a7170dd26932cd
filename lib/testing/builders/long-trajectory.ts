import {
  type AgentStep,
  TRAJECTORY_VERSION,
  type Trajectory,
  type TrajectoryStep,
} from '@/lib/domain/trajectory';

/** Trajectories of an agent that books trips, of any length: every hundredth tool fails, every tenth step cites a rule. */
export interface LongTrajectory {
  readonly agentSteps: number;
  /** The agent takes another way from this step on; absent = it does not. */
  readonly turnsAt?: number;
  /** Steps of a subagent, in a branch of their own. */
  readonly branchSteps?: number;
}

export const SYSTEM_LINES = [
  'You are an agent that books trips.',
  '[trip-00001] Check the calendar before you book, and say which days are free.',
  '[trip-00002] Prefer a direct train to a flight when it takes less than five hours.',
  'Never book anything twice, even if the first call did not answer.',
];

const TOOLS = ['search_trains', 'read_calendar', 'hold_seat', 'read_page'] as const;

export function longTrajectory({ agentSteps, turnsAt, branchSteps = 0 }: LongTrajectory): Trajectory {
  const opening: TrajectoryStep[] = [
    { source: 'system', branch: 0, atMs: 0, text: SYSTEM_LINES.join('\n') },
    {
      source: 'user',
      branch: 0,
      atMs: 0,
      text: 'Book a trip from Bern to Milan next week, below 200 francs.',
    },
  ];
  const main = Array.from({ length: agentSteps }, (_, index) => agentStep(index, 0, turnsAt));
  const branch = Array.from({ length: branchSteps }, (_, index) => agentStep(index, 1, undefined));
  const cut = Math.ceil(main.length / 2);
  return {
    version: TRAJECTORY_VERSION,
    agent: { name: 'Trip booker', version: '3' },
    tools: TOOLS.map((name) => ({
      name,
      description: `${name.replace('_', ' ')} for the trip`,
      parameters: '{"type":"object","properties":{"query":{"type":"string"}}}',
    })),
    steps: [...opening, ...main.slice(0, cut), ...branch, ...main.slice(cut)],
    branches: [{ after: null }, ...(branchSteps > 0 ? [{ after: opening.length + cut - 1 }] : [])],
    broken: [
      {
        atMs: 900,
        dialect: 'openaiChat',
        reason: 'failed',
        status: 503,
        metrics: { tokensIn: 0, tokensOut: 0, tokensCached: 0, costUsd: 0, delayMs: 900, by: 'proxy' },
      },
    ],
  };
}

function agentStep(index: number, branch: number, turnsAt: number | undefined): AgentStep {
  const hasTurned = turnsAt !== undefined && index >= turnsAt;
  const name = TOOLS[(index + (hasTurned ? 1 : 0)) % TOOLS.length] ?? 'search_trains';
  const isError = index % 100 === 42;
  const id = `call_${branch}_${index}`;
  const cites = index % 10 === 3 ? ' As [trip-00002] says, I look at direct trains first.' : '';
  return {
    source: 'agent',
    branch,
    atMs: 1000 + index * 700,
    text: `Step ${index + 1}: I call ${name}.${cites}`,
    reasoning:
      index % 3 === 0 ? `The offers so far are ${index % 7} of 7. ${'Compare the prices. '.repeat(12)}` : '',
    toolCalls: [
      { id, name, arguments: JSON.stringify({ query: `Bern Milan day ${index % 7}`, page: index % 5 }) },
    ],
    results: [{ callId: id, content: isError ? FAILED : resultOf(index), isError }],
    model: 'practice-task',
    finish: 'tool_calls',
    metrics: {
      tokensIn: 900 + (index % 50) * 20,
      tokensOut: 80 + (index % 9) * 7,
      tokensCached: 400,
      costUsd: 0.0006 + (index % 9) * 0.0001,
      delayMs: 400 + (index % 11) * 90,
      by: 'proxy',
    },
  };
}

const FAILED = 'TimeoutError: the service did not answer within 10 s. Try again later.';

const resultOf = (index: number) =>
  Array.from(
    { length: 3 + (index % 12) },
    (_, line) =>
      `${String(6 + line).padStart(2, '0')}:32 Bern to Milan, ${3 + (line % 4)} h 10, ${60 + ((index + line) % 90)} francs`,
  ).join('\n');
