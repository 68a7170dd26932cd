import type { DialectReader } from '@/lib/dialects/dialect';
import type { JsonObject } from '@/lib/domain/json';
import type { ModelBinding } from '@/lib/domain/manifest';
import type { Dialect } from '@/lib/domain/trajectory';
import type { Clock } from '@/lib/ports/clock';
import type { CallBodies } from '@/server/adapters/agents/call-bodies';
import type { ProviderLimiter } from '@/server/adapters/provider-limiter';
import type { Upstream } from '@/server/adapters/upstream';
import type { AttemptName, Heard } from '@/server/repositories/rollouts';
import type { Asking } from '../exchange';
import type { CallBooks } from './call-books';
import type { CallOutput } from './call-output';
import type { LiveAttempt } from './live-attempt';

/** A provider, with the turns at it. */
export interface Reached {
  readonly upstream: Upstream;
  readonly limiter: ProviderLimiter;
}

/** Ports of the proxy: the books, the providers and the clock. */
export interface ProxyParts extends Pick<CallBooks, 'writeNew' | 'writeEnded'> {
  readonly clock: Clock;
  readonly bodies: CallBodies;
  readonly hear: (heard: AttemptName & { readonly waitMs: number }) => Promise<Heard | null>;
  readonly reach: (attempt: LiveAttempt, dialect: Dialect, agent: Pick<Headers, 'get'>) => Promise<Reached>;
}

export interface AskedCall {
  readonly dialect: Dialect;
  /** Path below the rollout's own, for the digest. */
  readonly address: string;
  readonly text: string;
  /** The same as it came. */
  readonly bytes: Uint8Array;
  readonly asking: Pick<Asking, 'signal' | 'headers'>;
}

export interface StartingCall extends AskedCall {
  readonly model: ModelBinding;
  readonly asked: JsonObject;
  readonly reader: DialectReader;
  readonly digest: string;
  readonly ordinal: number;
  readonly retryOf: number | null;
  readonly output: CallOutput;
}
