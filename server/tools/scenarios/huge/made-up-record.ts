import { hash } from 'node:crypto';
import type { Fact } from '@/lib/domain/ledger-entry';
import type { RunManifest } from '@/lib/domain/manifest';
import { type CallPurpose, ROLE_OF_PURPOSE } from '@/lib/domain/model-role';
import { addSpend, NO_SPEND, type Spend, toNanodollars } from '@/lib/domain/spend';
import { type FactSink, makeFactSink } from '@/lib/engine/fact-sink';
import { callKeyText } from '@/lib/ports/journal';
import type { ModelReply } from '@/lib/ports/language-model';
import type { Rng } from '@/lib/random/seeded-rng';

/**
 * Records a made-up run: facts through the sink that real runs use, calls as the journal keeps them, texts
 * under their hashes, and a clock that advances with each call. Knows nothing of iterations and databases.
 */
export interface MadeUpCall {
  readonly key: string;
  readonly iteration: number;
  readonly purpose: CallPurpose;
  readonly role: string;
  readonly model: string;
  readonly subject: string;
  readonly promptHash: string;
  readonly paramsHash: string;
  readonly messages: readonly { readonly role: string; readonly textHash: string }[];
  readonly outcome: ModelReply;
  readonly costUsd: number;
  readonly sentAtMs: number;
}

export interface Written {
  readonly facts: readonly Fact[];
  readonly calls: readonly MadeUpCall[];
  /** Texts by hash. */
  readonly texts: ReadonlyMap<string, string>;
}

export interface CallWanted {
  readonly iteration: number;
  readonly purpose: CallPurpose;
  readonly ordinal: number;
  readonly subject: string;
  /** The prompt, with its length. */
  readonly system: { readonly hash: string; readonly text: string };
  readonly user: string;
  readonly reply: string;
}

const WORKER = 'seed';
const CHARACTERS_PER_TOKEN = 4;
const DELAY_MS = { low: 400, high: 2_600 };

export class MadeUpRecord {
  readonly facts: FactSink;
  spend: Spend = NO_SPEND;
  private stated: Fact[] = [];
  private calls: MadeUpCall[] = [];
  private texts = new Map<string, string>();

  constructor(
    private readonly manifest: RunManifest,
    private readonly rng: Rng,
    public nowMs: number,
  ) {
    const clock = { nowMs: () => Math.round(this.nowMs), monotonicMs: () => this.nowMs };
    const ledger = { append: (fact: Fact) => void this.stated.push(fact), flush: async () => undefined };
    this.facts = makeFactSink(ledger, clock, WORKER);
  }

  /** One answered call; its lane is free for the next once the clock has advanced by its share. */
  call(wanted: CallWanted): MadeUpCall {
    const { iteration, purpose, ordinal, subject, system, user, reply } = wanted;
    const role = ROLE_OF_PURPOSE[purpose];
    const { model, usdPerMillionIn, usdPerMillionOut } = this.manifest.models[role];
    const tokensIn = Math.ceil((system.text.length + user.length) / CHARACTERS_PER_TOKEN);
    const tokensOut = Math.ceil(reply.length / CHARACTERS_PER_TOKEN);
    const delayMs = this.rng.nextInt(DELAY_MS.low, DELAY_MS.high);
    const promptHash = sha256(`${system.hash}\n${user}`);
    const paramsHash = sha256(`${model} ${iteration} ${purpose} ${ordinal}`);
    const made: MadeUpCall = {
      key: callKeyText({ iteration, purpose, ordinal, repetition: 0, promptHash, paramsHash }),
      ...{ iteration, purpose, role, model, subject, promptHash, paramsHash },
      messages: [
        { role: 'system', textHash: this.keep(system.text, system.hash) },
        { role: 'user', textHash: this.keep(user) },
      ],
      outcome: {
        ...{ ok: true, text: reply, finishReason: 'stop', tokensIn, tokensOut, tokensCached: 0 },
        ...{ usageReported: true, delayMs, attempts: 1 },
      },
      costUsd: toNanodollars(
        (tokensIn * (usdPerMillionIn ?? 0) + tokensOut * (usdPerMillionOut ?? 0)) / 1_000_000,
      ),
      sentAtMs: Math.round(this.nowMs),
    };
    this.calls.push(made);
    this.book(made);
    this.nowMs += delayMs / this.manifest.lanes;
    return made;
  }

  /** Everything written since the last call of `take`. */
  take(): Written {
    const { stated: facts, calls, texts } = this;
    this.stated = [];
    this.calls = [];
    this.texts = new Map();
    return { facts, calls, texts };
  }

  private keep(text: string, textHash = sha256(text)): string {
    this.texts.set(textHash, text);
    return textHash;
  }

  private book({ purpose, outcome, costUsd }: MadeUpCall): void {
    const { tokensIn, tokensOut } = outcome;
    this.spend = addSpend(this.spend, {
      ...{ ...NO_SPEND, calls: 1, tokensIn, tokensOut, costUsd, spendUsd: costUsd },
      ...(purpose === 'generate' ? { rollouts: 1 } : {}),
      ...(purpose === 'evaluate' ? { evaluationRollouts: 1 } : {}),
    });
  }
}

const sha256 = (text: string) => hash('sha256', text);
