import { canonicalHash } from '@/lib/domain/content-hash';
import type { ChatMessage } from '@/lib/ports/language-model';
import { numberedParts } from './tagged-parts';

/**
 * Boils reflections down before they are aggregated: for the arms that Combee is compared with. The same words for
 * reflections and for summaries of reflections, so that a summary can be summarised again. Knows no method.
 */
const SUMMARISER_VERSION = 1;
const INSIGHT_MARK = 'Key insight:';

const INSTRUCTIONS = `You are the summariser.
Below are reflections on recent answers of a model, or earlier summaries of such reflections. Write one text that stands in for all of them: whoever learns from your text will not see the reflections.

How to write it:
- Keep what can be used again: facts, formulas, definitions, conditions, and the mistakes to avoid.
- Say the same thing once. Leave out what concerns a single question only.
- Contradictions stay visible: say which reflections speak for which side.
- Give each lesson a line of its own that begins with "${INSIGHT_MARK}", followed by the lesson in words that can be understood without the question.

Answer with the text alone.`;

export function summariserMessages(texts: readonly string[]): ChatMessage[] {
  return [
    { role: 'system', content: INSTRUCTIONS },
    {
      role: 'user',
      content: numberedParts('reflections', { tag: 'reflection', attribute: 'number' }, texts),
    },
  ];
}

/** Pinned in the manifests of the arms that summarise; rendered on stand-in data, as all templates are. */
export const SUMMARISER_HASH = canonicalHash({
  version: SUMMARISER_VERSION,
  messages: summariserMessages(['reflection']),
});

/** The lessons of a summary, one a line; none where the model did not keep to the form. */
export function insightsOfSummary(text: string): readonly string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const [before, ...lesson] = line.split(INSIGHT_MARK);
    const words = lesson.join(INSIGHT_MARK).trim();
    return before !== undefined && /^[\s*-]*$/.test(before) && words !== '' ? [words] : [];
  });
}
