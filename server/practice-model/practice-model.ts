import { PRACTICE_SETTINGS_DEFAULT, type PracticeSettings } from '@/lib/domain/practice-settings';
import { combinerReply, curatorReply } from './aggregator-reply';
import type { AnswerKeys } from './answer-keys';
import { clerkReply } from './back-office/clerk-reply';
import type { ToolName } from './back-office/tools';
import { criticReply } from './critic-reply';
import { editingCombinerReply, editingCuratorReply } from './editing-reply';
import { generatorReply, type TaughtCodes, taughtCodesIn } from './generator-reply';
import { dataSummariserReply, instructionReply, observerReply } from './instruction-reply';
import { judgeReply } from './judge-reply';
import { mergerReply } from './merger-reply';
import { combiningOptimiserReply, optimiserReply } from './optimiser-reply';
import { ownAgentReply } from './own-agent-reply';
import { readParts } from './prompt-parts';
import { reflectorReply } from './reflector-reply';
import type { OfferedTool, PracticeReply } from './reply-shape';
import { proposerReply, textCombinerReply } from './rewrite-reply';
import { terminalTurn } from './seed-bank/terminal-turn';
import { summariserReply } from './summariser-reply';
import { traceJudgeReply } from './trace-judge-reply';

/**
 * The practice model without its server: messages and a seed in, a text out, always the same for the same input.
 * It knows only what it is sent and the answer keys; not which run, method, level or arm is asking.
 */
export interface PracticeRequest {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  readonly seed: number;
  /** Tools that are offered; none = the request is for a text. */
  readonly tools?: readonly OfferedTool[];
  /** Settings that change the answers; left out = the defaults. */
  readonly settings?: PracticeSettings;
}

/** A run shows each playbook to many calls; this many different ones are remembered as already read. */
const PLAYBOOKS_REMEMBERED = 32;

const GENERATOR = 'You are the generator.';
/** Offered to a clerk of the back office and to no one else. */
const CLERKS_TOOL: ToolName = 'close_ticket';
const SERVED_IN_FRONT = `\n\n${GENERATOR}\n`;

const UNKNOWN_SHAPE: PracticeReply = {
  text: 'The practice model answers the prompts of a run and the questions of its data set; this is neither.',
  note: 'prompt of unknown shape',
};

export class PracticeModel {
  private readonly taughtBySystem = new Map<string, TaughtCodes>();

  constructor(private readonly keys: AnswerKeys) {}

  /**
   * The first line of the system message names the part to play. An application that answers questions behind a gateway
   * has the served prompt in front of its own words.
   */
  reply(request: PracticeRequest): PracticeReply {
    const system = joined(request, 'system');
    const user = joined(request, 'user');
    const parts = readParts(user);
    const { seed, settings = PRACTICE_SETTINGS_DEFAULT, messages, tools = [] } = request;
    if (tools.some(({ name }) => name === CLERKS_TOOL))
      return clerkReply({ taught: this.taughtBy(system), system, messages, seed, settings });
    const inTerminal = terminalTurn({ taught: this.taughtBy(system), system, messages, seed, settings });
    if (inTerminal !== undefined) return inTerminal;
    const call = { seed, settings, keys: this.keys };
    switch (system.includes(SERVED_IN_FRONT) ? GENERATOR : firstLine(system)) {
      case GENERATOR:
        return generatorReply({ taught: this.taughtBy(system), parts, system, user }, call);
      case 'You are the reflector.':
        return reflectorReply(parts, this.keys);
      case 'You are the curator.':
        return curatorReply(parts, call);
      case 'You are the combiner.':
        return combinerReply(parts, call);
      case 'You are the editing curator.':
        return editingCuratorReply(parts, call);
      case 'You are the editing combiner.':
        return editingCombinerReply(parts, call);
      case 'You merge near-duplicate bullets.':
        return mergerReply(user);
      case 'You are the critic.':
        return criticReply(parts, this.keys);
      case 'You are the optimiser.':
        return optimiserReply(parts, call);
      case 'You are the combining optimiser.':
        return combiningOptimiserReply(parts, call);
      case 'You are the proposer of a better text.':
        return proposerReply(parts, call);
      case 'You are the combiner of proposed texts.':
        return textCombinerReply(parts, call);
      case 'You are the summariser.':
        return summariserReply(system, parts, call);
      case 'You are the data observer.':
        return observerReply(parts, call);
      case 'You are the data summariser.':
        return dataSummariserReply(parts, call);
      case 'You are the judge of a trace.':
        return traceJudgeReply(parts);
      case 'You are the instruction writer.':
        return instructionReply(parts, call);
      default: {
        const isJudging = ['answer', 'expected'].every((name) => parts.some((part) => part.name === name));
        if (isJudging) return judgeReply(parts);
        const taught = this.taughtBy(system);
        return ownAgentReply({ taught, system, messages, tools }, call) ?? UNKNOWN_SHAPE;
      }
    }
  }

  private taughtBy(system: string): TaughtCodes {
    const remembered = this.taughtBySystem.get(system);
    if (remembered !== undefined) return remembered;
    const taught = taughtCodesIn(system);
    const [oldest] = this.taughtBySystem.keys();
    if (this.taughtBySystem.size >= PLAYBOOKS_REMEMBERED && oldest !== undefined) {
      this.taughtBySystem.delete(oldest);
    }
    this.taughtBySystem.set(system, taught);
    return taught;
  }
}

function joined(request: PracticeRequest, kind: 'system' | 'user'): string {
  const isOfKind = (role: string) =>
    kind === 'system' ? role === 'system' || role === 'developer' : role === 'user';
  const contents = request.messages.filter(({ role }) => isOfKind(role)).map(({ content }) => content);
  return contents.length === 1 ? (contents[0] ?? '') : contents.join('\n');
}

function firstLine(text: string): string {
  const end = text.indexOf('\n');
  return (end === -1 ? text : text.slice(0, end)).trim();
}
