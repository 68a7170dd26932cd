import { afterEach, expect, it } from 'vitest';
import { ROLLOUT_VERSION, type RolloutJob, type RolloutOutcome } from '@/lib/domain/rollout-documents';
import type { AgentCarrier } from '@/lib/ports/agent';
import { agentJob } from './agent-job';

/** Guarantees that every carrier of agents gives, whatever kind of agent it reaches. */
export interface CarrierUnderTest {
  readonly carrier: AgentCarrier;
  readonly jobs: readonly RolloutJob[];
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

export function itKeepsTheCarrierContract(open: OpenCarrier): void {
  let under: CarrierUnderTest | undefined;
  afterEach(async () => {
    await under?.close();
    under = undefined;
  });
  const carry = async (answer: unknown, signal = new AbortController().signal) => {
    under = await open(typeof answer === 'string' || answer === null ? answer : JSON.stringify(answer));
    return under.carrier.carry(contractJob, { signal, posted: NEVER });
  };

  it('hands over the job whole and gives back the outcome', async () => {
    expect(await carry(contractOutcome)).toEqual({ kind: 'outcome', outcome: contractOutcome });
    expect(under?.jobs).toEqual([contractJob]);
  });

  it('gives back a failure that the agent declares as its outcome', async () => {
    const { output: _output, ...head } = contractOutcome as typeof contractOutcome & { output: unknown };
    const error = { kind: 'infrastructure', code: 'registry', message: 'No image.' };
    const outcome = { ...head, status: 'failed', error };
    expect(await carry(outcome)).toEqual({ kind: 'outcome', outcome });
  });

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

  it('tells an agent to stop when its attempt is over', async () => {
    const over = new AbortController();
    under = await open(null);
    const end = under.carrier.carry(contractJob, { signal: over.signal, posted: NEVER });
    await under.began;
    over.abort();
    expect(await end).toEqual({ kind: 'stopped' });
    await under.told;
  });

  it('gives back an outcome that was posted while the agent says nothing', async () => {
    under = await open(null);
    const posted = under.began.then(() => contractOutcome);
    const context = { signal: new AbortController().signal, posted };
    expect(await under.carrier.carry(contractJob, context)).toEqual({
      kind: 'outcome',
      outcome: contractOutcome,
    });
    await under.told;
  });

  it('is stopped where the attempt was over before it began', async () => {
    expect(await carry(contractOutcome, AbortSignal.abort())).toEqual({ kind: 'stopped' });
  });
}
