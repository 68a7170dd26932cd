import type { Candidate } from '@/lib/domain/candidate';
import { estimateTokens } from './estimate-tokens';

/** A prompt has no bullets: counted are the lines that say something. */
export function describePrompt({ text }: Candidate): { readonly bullets: number; readonly tokens: number } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return { bullets: lines.length, tokens: estimateTokens(text) };
}
