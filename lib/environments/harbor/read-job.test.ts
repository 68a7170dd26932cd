import { describe, expect, it } from 'vitest';
import { readJob } from './read-job';

const AT = { started_at: '2026-11-27T10:00:00Z', finished_at: '2026-11-27T10:00:05Z' };
const WHOLE = {
  ...{ id: '5c7a', task_name: 'task', trial_name: 'task__abc1234', config: {}, task_checksum: 'f0' },
  agent_info: { name: 'terminus-2', version: '2.0' },
  agent_result: { n_input_tokens: 900, n_cache_tokens: 100, n_output_tokens: 80, cost_usd: 0.02 },
  ...{ environment_setup: AT, agent_setup: AT, agent_execution: AT, verifier: AT },
  verifier_result: { rewards: { reward: 1 } },
  exception_info: null as object | null,
};
const failed = (type: string, over: object = {}) => ({
  ...{ ...WHOLE, verifier_result: null as object | null },
  exception_info: { exception_type: type, exception_message: 'It failed.', exception_traceback: 'Traceback' },
  ...over,
});

/** The files of a job with one trial; those of the job itself are at the top. */
const job = (result: object | string, files: Readonly<Record<string, string>> = {}) =>
  readJob(
    new Map([
      ['config.json', '{}'],
      ['result.json', '{"n_total_trials": 1}'],
      ['task__abc1234/config.json', '{}'],
      ['task__abc1234/result.json', typeof result === 'string' ? result : JSON.stringify(result)],
      ['task__abc1234/verifier/reward.txt', '1'],
      ['task__abc1234/verifier/test-stdout.txt', '2 passed'],
      ...Object.entries(files).map(([path, text]): [string, string] => [`task__abc1234/${path}`, text]),
    ]),
  );

describe('the results of a Harbor run', () => {
  it('give the rewards, the output of the tests, the trajectory, and what the agent reports of its use', () => {
    const document = { schema_version: 'ATIF-v1.6', steps: [] };
    expect(job(WHOLE, { 'agent/trajectory.json': JSON.stringify(document) })).toEqual({
      ...{ kind: 'judged', reward: 1, rewards: { reward: 1 }, agentTimedOut: false, trajectory: document },
      steps: [{ name: null, rewards: { reward: 1 }, output: '2 passed' }],
      usage: { inputTokens: 900, outputTokens: 80, usd: 0.02 },
    });
  });

  it.each(['AgentTimeoutError', 'NonZeroAgentExitCodeError'])('judge what an agent left at %s', (type) => {
    const result = failed(type, { verifier_result: { rewards: { reward: 0.5 } } });
    const agentTimedOut = type === 'AgentTimeoutError';
    expect(job(result)).toMatchObject({ kind: 'judged', reward: 0.5, agentTimedOut });
  });

  it.each([
    ['EnvironmentStartTimeoutError', 'build', 'overTime'],
    ['AgentSetupTimeoutError', 'setup', 'overTime'],
    ['VerifierTimeoutError', 'verifier', 'overTime'],
    ['RewardFileNotFoundError', 'reward', 'missing'],
    ['RewardFileEmptyError', 'reward', 'empty'],
    ['VerifierOutputParseError', 'reward', 'unparsable'],
    ['ApiRateLimitError', 'model', 'unreachable'],
    ['CancelledError', 'stopped', 'cancelled'],
    ['SomethingNewError', 'verifier', 'failed'],
  ])('tell %s as a failure of %s, and never as 0', (type, phase, code) => {
    expect(job(failed(type))).toMatchObject({ kind: 'notJudged', phase, code });
  });

  it.each([
    [{ verifier: null, agent_execution: null }, 'setup'],
    [{ verifier: null, agent_execution: null, agent_setup: null }, 'build'],
    [{ verifier: null, agent_execution: null, agent_setup: null, environment_setup: null }, 'start'],
  ])('place an unknown fault in the last part that began: %j', (over, phase) => {
    expect(job(failed('RuntimeError', over))).toMatchObject({ kind: 'notJudged', phase });
  });

  it('take no reward of an agent whose model was away', () => {
    const result = failed('ApiConnectionError', { verifier_result: { rewards: { reward: 0 } } });
    expect(job(result)).toMatchObject({ kind: 'notJudged', phase: 'model' });
  });

  it.each([
    ['{"trial_name": "t", "verifier_result": {"rewa', 'damagedResult'],
    ['[]', 'damagedResult'],
    [{ ...WHOLE, verifier_result: { rewards: { reward: null } } }, 'damagedResult'],
    [{ ...WHOLE, verifier_result: null }, 'noReward'],
    [{ ...WHOLE, verifier_result: { rewards: { reward: 2 } } }, 'unusable'],
    [{ ...WHOLE, verifier_result: { rewards: { a: 1, b: 1 } } }, 'unusable'],
  ])('are missing data where they are damaged: %#', (result, code) => {
    expect(job(result)).toMatchObject({ kind: 'notJudged', code });
  });

  it('are missing where there is no trial, no result, or more than one trial', () => {
    expect(readJob(new Map([['config.json', '{}']]))).toMatchObject({ code: 'noTrial' });
    expect(readJob(new Map([['t/exception.txt', 'No disk.']]))).toMatchObject({ code: 'noResult' });
    const two = new Map(['a', 'b'].map((name) => [`${name}/result.json`, JSON.stringify(WHOLE)]));
    expect(readJob(two)).toMatchObject({ code: 'severalTrials' });
  });

  it('leave out a trajectory that is cut off', () => {
    expect(job(WHOLE, { 'agent/trajectory.json': '{"steps": [' })).toMatchObject({
      reward: 1,
      trajectory: null,
    });
  });
});

describe('the steps of a Harbor run', () => {
  const step = (name: string, reward: number | null, type?: string) => ({
    ...{ step_name: name, agent_result: { n_input_tokens: 10, n_output_tokens: 1, cost_usd: null } },
    verifier_result: reward === null ? null : { rewards: { reward } },
    exception_info: type === undefined ? null : { exception_type: type, exception_message: '' },
  });
  const STEPS = { ...WHOLE, agent_result: null, verifier: null };

  it('have their rewards and outputs, and their use is added up', () => {
    const reading = job(
      {
        ...STEPS,
        verifier_result: { rewards: { reward: 0.5 } },
        step_results: [step('a', 1), step('b', 0, 'AgentTimeoutError')],
      },
      { 'steps/a/verifier/test-stdout.txt': 'first', 'steps/b/agent/trajectory.json': '{"n": 2}' },
    );
    expect(reading).toMatchObject({ kind: 'judged', reward: 0.5, agentTimedOut: true, trajectory: { n: 2 } });
    expect(reading).toMatchObject({
      steps: [
        { name: 'a', rewards: { reward: 1 }, output: 'first' },
        { name: 'b', rewards: { reward: 0 }, output: '' },
      ],
      usage: { inputTokens: 20, outputTokens: 2, usd: null },
    });
  });

  it('make no score of those that were judged where the tests of one failed', () => {
    const step_results = [step('a', 1), step('b', null, 'VerifierTimeoutError')];
    const reading = job({ ...STEPS, verifier_result: { rewards: { reward: 1 } }, step_results });
    expect(reading).toMatchObject({ kind: 'notJudged', phase: 'verifier', code: 'overTime' });
  });
});
