import type { Candidate } from '@/lib/domain/candidate';
import { componentsOf } from '@/lib/domain/components';
import { countTokens } from '@/lib/stats/count-tokens';

/** A prompt has no bullets: counted are the lines that say something, whatever component they stand in. */
export function describePrompt({ text }: Candidate): { readonly bullets: number; readonly tokens: number } {
  const lines = [...componentsOf(text).values()].flatMap((part) => part.split('\n'));
  return { bullets: lines.filter((line) => line.trim() !== '').length, tokens: countTokens(text) };
}
