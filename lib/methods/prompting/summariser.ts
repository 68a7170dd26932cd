import { canonicalHash } from '@/lib/domain/content-hash';
import type { Reflection } from '@/lib/domain/reflection';
import type { ChatMessage } from '@/lib/ports/language-model';
import { numberedParts } from './tagged-parts';

/**
 * Condenses reflections before they are aggregated, for the arms that Combee is compared with. Uses the same
 * prompt for reflections and for summaries of reflections, so that a summary can be summarised again. Knows
 * no method: lessons keep the label that the method's reflections use, so that the aggregator recognises
 * them.
 */
const SUMMARISER_VERSION = 1;
const LABEL_USUAL = 'Key insight';

const instructions = (label: string) => `You are the summariser.
Below are reflections on recent answers of a model, or earlier summaries of such reflections. Write one text that stands in for all of them: whoever learns from your text will not see the reflections.

How to write it:
- Keep what can be used again: facts, formulas, definitions, conditions, and the mistakes to avoid.
- Say the same thing once. Leave out what concerns a single question only.
- Contradictions stay visible: say what speaks for either side.
- Give each lesson a line of its own that begins with "${label}:", in words that can be understood without the question.

Answer with the text alone.`;

type Summarisable = Pick<Reflection, 'text' | 'insights'>;

export function summariserMessages(reflections: readonly Summarisable[]): ChatMessage[] {
  const texts = reflections.map(({ text }) => text);
  return [
    { role: 'system', content: instructions(lessonLabel(reflections)) },
    {
      role: 'user',
      content: numberedParts('reflections', { tag: 'reflection', attribute: 'number' }, texts),
    },
  ];
}

/** Pinned in the manifests of the arms that summarise; rendered on placeholder data, like all templates. */
export const SUMMARISER_HASH = canonicalHash({
  version: SUMMARISER_VERSION,
  messages: summariserMessages([{ text: 'reflection', insights: [] }]),
});

/** Label before the first insight that has its own line; the usual label if none has. */
export function lessonLabel(reflections: readonly Summarisable[]): string {
  for (const { text, insights } of reflections) {
    for (const insight of insights) {
      const line = text.split('\n').find((one) => one.endsWith(`: ${insight}`));
      if (line !== undefined) return line.slice(0, -insight.length - 2).trim();
    }
  }
  return LABEL_USUAL;
}

/** The lessons of a summary, one a line; none if the model did not keep to the form. */
export function lessonsOf(summary: string, label: string): readonly string[] {
  return summary.split(/\r?\n/).flatMap((line) => {
    const bare = line.replace(/^[\s*-]+/, '');
    const lesson = bare.startsWith(`${label}:`) ? bare.slice(label.length + 1).trim() : '';
    return lesson === '' ? [] : [lesson];
  });
}
