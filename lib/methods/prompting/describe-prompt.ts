import type { Candidate } from '@/lib/domain/candidate';
import { countTokens } from '@/lib/stats/count-tokens';

/** A prompt has no bullets: counted are the lines that say something. */
export function describePrompt({ text }: Candidate): { readonly bullets: number; readonly tokens: number } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return { bullets: lines.length, tokens: countTokens(text) };
}
