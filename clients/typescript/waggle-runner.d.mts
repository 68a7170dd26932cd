/** A rollout as its agent is given it: one attempt at one task with one candidate. */
export interface Job {
  readonly version: 'waggle.rollout/1';
  readonly rolloutId: string;
  readonly attempt: number;
  readonly task: {
    readonly input: { readonly question: string; readonly context: string };
    readonly files: readonly { readonly name: string; readonly contentBase64: string }[];
  };
  /** Texts that Waggle improves, by name, such as `system`. */
  readonly candidate: { readonly hash: string; readonly components: Readonly<Record<string, string>> };
  readonly seed: number;
  readonly deadlineSeconds: number;
  readonly limits: { readonly modelCalls: number; readonly tokens: number; readonly usd: number | null };
  /** The recording proxy: give base address and key to your SDK. Absent where the agent is not proxied. */
  readonly model?: {
    readonly name: string;
    readonly openaiBaseUrl: string;
    readonly anthropicBaseUrl: string;
    readonly apiKey: string;
  };
  readonly control: {
    readonly heartbeatUrl: string;
    readonly resultUrl: string;
    readonly heartbeatSeconds: number;
    readonly apiKey: string;
  };
}

/** What an agent may return besides a text. */
export interface Result {
  readonly text: string;
  /** Between 0 and 1; shown and reflected upon, never a headline. */
  readonly reward?: {
    readonly value: number;
    readonly source?: 'environment' | 'self';
    readonly feedback?: string;
  };
  /** Usage outside of the proxy. */
  readonly usage?: {
    readonly inputTokens?: number;
    readonly outputTokens?: number;
    readonly usd?: number | null;
  };
  /** A trajectory that the agent recorded itself. */
  readonly trace?: { readonly format: 'atif' | 'messages' | 'sweAgent' | 'tau'; readonly document: unknown };
}

export interface RunOptions {
  /** Address of the flag server. */
  readonly url: string;
  /** A key with the scope `rollouts:run`. */
  readonly key: string;
  /** Name of the agent in the workspace. */
  readonly agent: string;
  /** Rollouts at once; 4 if left out. */
  readonly concurrency?: number;
  /** Aborts for a graceful stop. */
  readonly signal?: AbortSignal;
  /** Name of this runner for people; host and process if left out. */
  readonly name?: string;
  /** Seconds that rollouts in flight have after a request to stop; 30 if left out. */
  readonly graceSeconds?: number;
  /** SIGINT and SIGTERM stop gracefully; true if left out. */
  readonly handleSignals?: boolean;
  readonly log?: (line: string) => void;
}

/** `signal` aborts when the rollout is cancelled, its time is over, or the runner hands it back. */
export type Work = (
  job: Job,
  context: { readonly signal: AbortSignal },
) => Promise<string | Result> | string | Result;

/**
 * Runs rollouts until it is stopped. A function that throws fails its rollout (it scores 0); one that throws an
 * `InfrastructureError` has it tried again.
 * @throws RefusedError where key or agent is refused
 */
export function run(options: RunOptions, work: Work): Promise<void>;

export class InfrastructureError extends Error {}

export class RefusedError extends Error {
  readonly status: number;
  readonly code: string;
}
