import { afterEach, expect, it } from 'vitest';
import { ROLLOUT_VERSION, type RolloutJob, type RolloutOutcome } from '@/lib/domain/rollout-documents';
import type { AgentCarrier } from '@/lib/ports/agent';
import { agentJob } from './agent-job';

/** Guarantees that every carrier of agents gives, whatever kind of agent it reaches. */
export interface CarrierUnderTest {
  readonly carrier: AgentCarrier;
  readonly jobs: readonly RolloutJob[];
  /** Its own, where the job's addresses have to lead somewhere; of the same rollout and attempt. */
  readonly job?: RolloutJob;
  /** Resolves once the agent has the job. */
  readonly began: Promise<void>;
  /** Resolves once the agent was told to stop, or sees that it is left alone. */
  readonly told: Promise<void>;
  close(): Promise<void>;
}

/** Null = the agent takes the job and says nothing until it is told to stop. */
export type OpenCarrier = (answer: string | null) => Promise<CarrierUnderTest>;

export const contractJob = agentJob();
export const contractOutcome: RolloutOutcome = {
  version: ROLLOUT_VERSION,
  rolloutId: contractJob.rolloutId,
  attempt: contractJob.attempt,
  status: 'completed',
  output: { text: 'six — six' },
};
export const NEVER = new Promise<never>(() => undefined);

/** Something that happens once. */
export function makeEvent() {
  let happen: () => void = () => undefined;
  const happened = new Promise<void>((resolve) => {
    happen = resolve;
  });
  return { happened, happen };
}

/** Guarantees of carriers that hand the job to an agent outside, which gives back an outcome. */
export function itKeepsTheCarrierContract(open: OpenCarrier): void {
  itEndsWithItsAttempt(open);
  const { carry, jobs } = carrying(open);

  it('hands over the job whole and gives back the outcome', async () => {
    expect(await carry(contractOutcome)).toEqual({ kind: 'outcome', outcome: contractOutcome });
    const { given, sent } = jobs();
    expect(given).toEqual([sent]);
  });

  it('gives back a failure that the agent declares as its outcome', async () => {
    const { output: _output, ...head } = contractOutcome as typeof contractOutcome & { output: unknown };
    const error = { kind: 'infrastructure', code: 'registry', message: 'No image.' };
    const outcome = { ...head, status: 'failed', error };
    expect(await carry(outcome)).toEqual({ kind: 'outcome', outcome });
  });
}

/** Guarantees that every carrier gives, also one that is its own agent. */
export function itEndsWithItsAttempt(open: OpenCarrier): void {
  const { carry, opened } = carrying(open);

  it('tells an agent to stop when its attempt is over', async () => {
    const over = new AbortController();
    const under = await opened(null);
    const end = under.carrier.carry(under.job ?? contractJob, { signal: over.signal, posted: NEVER });
    await under.began;
    over.abort();
    expect(await end).toEqual({ kind: 'stopped' });
    await under.told;
  });

  it('gives back an outcome that was posted while the agent says nothing', async () => {
    const under = await opened(null);
    const posted = under.began.then(() => contractOutcome);
    const context = { signal: new AbortController().signal, posted };
    expect(await under.carrier.carry(under.job ?? contractJob, context)).toEqual({
      kind: 'outcome',
      outcome: contractOutcome,
    });
    await under.told;
  });

  it('is stopped where the attempt was over before it began', async () => {
    expect(await carry(contractOutcome, AbortSignal.abort())).toEqual({ kind: 'stopped' });
  });
}

/** Guarantees of carriers that read the agent's answer themselves; the outcomes of others were checked when posted. */
export function itReadsAnswersItself(open: OpenCarrier): void {
  const { carry } = carrying(open);

  it('counts an answer that is no outcome as the failure of the agent', async () => {
    const end = await carry('fine');
    expect(end).toMatchObject({ kind: 'failed', failure: 'agent', fault: 'badOutcome' });
  });

  it.each([{ rolloutId: 'ro_anotherrollout' }, { attempt: 2 }])(
    'takes no outcome of another rollout or attempt: %j',
    async (other) => {
      const end = await carry({ ...contractOutcome, ...other });
      expect(end).toMatchObject({ kind: 'failed', failure: 'agent', fault: 'wrongRollout' });
    },
  );
}

function carrying(open: OpenCarrier) {
  let under: CarrierUnderTest | undefined;
  afterEach(async () => {
    await under?.close();
    under = undefined;
  });
  const opened = async (answer: string | null) => {
    under = await open(answer);
    return under;
  };
  /** Jobs that the agent was given, and the one that was handed over. */
  const jobs = () => ({ given: under?.jobs, sent: under?.job ?? contractJob });
  const carry = async (answer: unknown, signal = new AbortController().signal) => {
    const text = typeof answer === 'string' || answer === null ? answer : JSON.stringify(answer);
    const { carrier, job = contractJob } = await opened(text);
    return carrier.carry(job, { signal, posted: NEVER });
  };
  return { carry, opened, jobs };
}
