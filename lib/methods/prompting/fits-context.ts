import type { RunManifest } from '@/lib/domain/manifest';
import type { ChatMessage } from '@/lib/ports/language-model';
import { estimateTokens } from './estimate-tokens';

/** The count is rough, so a fifth to spare: too many parts cost a call each, too few cost the group. */
const SPARE = 1.2;

/** Whether the proposer can read these messages and still has room to reply. */
export function fitsProposer({ models }: RunManifest, messages: readonly ChatMessage[]): boolean {
  const { contextTokens, maxTokens } = models.proposer;
  const tokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
  return tokens * SPARE + maxTokens <= contextTokens;
}
