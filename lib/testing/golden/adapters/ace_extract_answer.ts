import { sectionSlug } from '@/lib/methods/ace/section-slug';
import { boxedContent } from '@/lib/methods/prompting/boxed-content';
import { extractAnswer } from '@/lib/methods/prompting/extract-answer';
import { isRecord, parseTolerantJson } from '@/lib/methods/prompting/tolerant-json';
import type { GoldenAdapter } from '@/lib/testing/golden/golden-adapter';

/** The file's text where there is no answer. */
const NO_ANSWER = 'No final answer found';

/** Answers, boxes and slugs. */
export const adapter: GoldenAdapter = {
  groups: {
    extract_answer: ({ response, answer }) => {
      const reply = String(response);
      const actual = extractAnswer(reply);
      // The file's own note: of answers that are neither text nor number its wording is Python's and not binding.
      // Binding is only that our reader gives a text or null.
      if (isOfAnotherKind(reply)) {
        const isAnswerOrNone = actual === null || typeof actual === 'string';
        return [{ what: 'an answer or none', actual: isAnswerOrNone, expected: true }];
      }
      return [{ what: 'answer', actual: actual ?? NO_ANSWER, expected: answer }];
    },

    boxed: ({ text, content }) => [
      { what: 'content', actual: boxedContent(String(text)), expected: content },
    ],

    slug: (testCase) => {
      const slug = sectionSlug(String(testCase.section));
      if ('error' in testCase) return [{ what: 'refuses', actual: slug === null, expected: true }];
      return [{ what: 'slug', actual: slug, expected: testCase.slug }];
    },
  },
};

function isOfAnotherKind(reply: string): boolean {
  const parsed = parseTolerantJson(reply);
  if (!isRecord(parsed) || !('final_answer' in parsed)) return false;
  return typeof parsed.final_answer !== 'string' && typeof parsed.final_answer !== 'number';
}
