import type { GepaRecord } from '@/lib/methods/gepa/render-records';
import { isRecord } from '@/lib/methods/prompting/tolerant-json';
import { isRefusedByPeer, listField, textField, throws } from '@/lib/testing/golden/case-fields';
import type { GoldenAdapter, GoldenCase } from '@/lib/testing/golden/golden-adapter';
import { filledTemplate } from '@/lib/testing/golden/peer-prompt';
import { renderRecords } from '@/lib/testing/golden/peer-records';

/**
 * Records as Markdown inside a template. Where the file leaves the template out, the peer's own words stand around
 * the records; ours are others, so what must agree there is the rendered block between its fences, and the current
 * text before it.
 */
export const adapter: GoldenAdapter = {
  groups: {
    cases: (testCase) => {
      if (isRefusedByPeer(testCase)) {
        return [{ what: 'refuses', actual: throws(() => promptOf(testCase)), expected: true }];
      }
      const prompt = textField(testCase, 'prompt');
      if (testCase.template !== null) {
        return [{ what: 'prompt', actual: promptOf(testCase), expected: prompt }];
      }
      const block = `\`\`\`\n${renderRecords(recordsOf(testCase))}\n\`\`\``;
      const before = prompt.split(block)[0] ?? prompt;
      const current = `\`\`\`\n${textField(testCase, 'current_instruction')}\n\`\`\``;
      return [
        { what: 'holds the records', actual: prompt.includes(block), expected: true },
        { what: 'holds the current text before them', actual: before.includes(current), expected: true },
      ];
    },
  },
};

function promptOf(testCase: GoldenCase): string {
  return filledTemplate(
    textField(testCase, 'template'),
    textField(testCase, 'current_instruction'),
    recordsOf(testCase),
  );
}

function recordsOf(testCase: GoldenCase): GepaRecord[] {
  return listField(testCase, 'dataset').map((record) => {
    if (!isRecord(record)) throw new TypeError('a record is no object');
    return record;
  });
}
