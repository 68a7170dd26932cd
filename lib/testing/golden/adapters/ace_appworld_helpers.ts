import { cutOutput } from '@/lib/environments/appworld/history';
import { messagesOf } from '@/lib/environments/appworld/messages';
import { readCode } from '@/lib/environments/appworld/read-code';
import { AppError } from '@/lib/errors/app-error';
import {
  addPlainBullets,
  parsePlainBullet,
  plainSectionSlug,
  plainStats,
} from '@/lib/methods/ace/plain-playbook';
import { readOperations } from '@/lib/methods/ace/read-operations';
import { isRefusedByPeer, numberField, textField, throws } from '../case-fields';
import type { Comparison, GoldenAdapter, GoldenCase } from '../golden-adapter';

/** The code agent's reading of replies and prompts, and its playbook without counters. */
export const adapter: GoldenAdapter = {
  groups: {
    parse_line: (testCase) => {
      const bullet = parsePlainBullet(textField(testCase, 'line'));
      // The raw line is the input itself; ours does not carry it along.
      const actual = bullet === null ? null : { ...bullet, raw_line: testCase.line };
      return [{ what: 'bullet', actual, expected: testCase.parsed }];
    },

    apply_operations: (testCase) => {
      const applied = applyOperations(testCase);
      if (isRefusedByPeer(testCase) || applied === 'refused')
        return [refusal(applied === 'refused', isRefusedByPeer(testCase))];
      return [
        { what: 'playbook', actual: applied.playbook, expected: testCase.result },
        { what: 'next id', actual: applied.nextId, expected: testCase.next_id_after },
      ];
    },

    slug: (testCase) => {
      const slug = plainSectionSlug(textField(testCase, 'section'));
      if (isRefusedByPeer(testCase)) return [refusal(slug === null, true)];
      return [{ what: 'slug', actual: slug, expected: testCase.slug }];
    },

    stats: (testCase) => {
      const counts = plainStats(textField(testCase, 'playbook'));
      const actual = {
        total_bullets: [...counts.values()].reduce((sum, count) => sum + count, 0),
        by_section: Object.fromEntries([...counts].map(([section, count]) => [section, { count }])),
      };
      return [{ what: 'stats', actual, expected: testCase.stats }];
    },

    extract_code: (testCase) => {
      const reply = testCase.text === null ? null : textField(testCase, 'text');
      const read = readCode(reply, testCase.ignore_multiple_calls === true ? 'first' : 'all');
      return [
        { what: 'code', actual: read.code, expected: testCase.code },
        { what: 'text', actual: read.text, expected: testCase.fixed_text },
      ];
    },

    text_to_messages: (testCase) => {
      const cut = () => messagesOf(textField(testCase, 'text'));
      if (isRefusedByPeer(testCase)) return [refusal(throws(cut), true)];
      return [{ what: 'messages', actual: cut(), expected: testCase.messages }];
    },

    truncate_output: (testCase) => {
      const { suffix } = testCase;
      // The file keeps the length of a text of one letter, and the end of the result.
      const out = cutOutput('a'.repeat(numberField(testCase, 'length')));
      return [
        { what: 'length', actual: out.length, expected: testCase.out_length },
        {
          what: 'end',
          actual: out.slice(-textField(testCase, 'suffix').length || out.length),
          expected: suffix,
        },
      ];
    },
  },
  excuses: [
    {
      defect: 'slugDoubledUnderscore',
      applies: (group, { section }) => group === 'slug' && String(section).includes('__'),
    },
  ],
};

const refusal = (refused: boolean, expected: boolean): Comparison => ({
  what: 'refuses',
  actual: refused,
  expected,
});

function applyOperations({ playbook, operations, next_id }: GoldenCase) {
  const edits = readOperations(operations as unknown[]);
  if (!edits.ok) return 'refused';
  try {
    return addPlainBullets(String(playbook), edits.value, Number(next_id));
  } catch (error) {
    if (AppError.is(error, 'INPUT_INVALID')) return 'refused';
    throw error;
  }
}
