import { AppError } from '@/lib/errors/app-error';
import { applyEdits } from '@/lib/methods/ace/apply-edits';
import { countTags } from '@/lib/methods/ace/count-tags';
import { extractBullets } from '@/lib/methods/ace/extract-bullets';
import { formatBulletLine } from '@/lib/methods/ace/format-bullet-line';
import { nextBulletId } from '@/lib/methods/ace/next-bullet-id';
import { parseBulletLine } from '@/lib/methods/ace/parse-bullet-line';
import { playbookStats } from '@/lib/methods/ace/playbook-stats';
import { readCuratorReply } from '@/lib/methods/ace/read-curator-reply';
import { citedBulletIds } from '@/lib/methods/ace/read-generator-reply';
import { readOperations } from '@/lib/methods/ace/read-operations';
import { readBulletTags } from '@/lib/methods/ace/read-reflector-reply';
import { extractJson } from '@/lib/methods/prompting/extract-json';
import { findBulletTags } from '@/lib/testing/golden/find-bullet-tags';
import type { Comparison, GoldenAdapter, GoldenCase } from '@/lib/testing/golden/golden-adapter';

/** Playbook functions, in the additions-only mode that the file asks for, and with tags counted as `last`. */
export const adapter: GoldenAdapter = {
  groups: {
    parse_line: ({ line, parsed }) => {
      const bullet = parseBulletLine(String(line));
      // The raw line is the input itself; ours does not carry it along.
      const actual = bullet === null ? null : { ...bullet, raw_line: line };
      return [{ what: 'bullet', actual, expected: parsed }];
    },

    format_line: ({ id_, helpful, harmful, content, line }) => {
      const bullet = {
        id: String(id_),
        helpful: Number(helpful),
        harmful: Number(harmful),
        content: String(content),
      };
      return [{ what: 'line', actual: formatBulletLine(bullet), expected: line }];
    },

    next_id: ({ text, next_id }) => [
      { what: 'next id', actual: nextBulletId(String(text)), expected: next_id },
    ],

    update_counts: ({ playbook, tags, result }) => [
      {
        what: 'playbook',
        actual: countTags(String(playbook), readBulletTags(tags), 'last'),
        expected: result,
      },
    ],

    apply_operations: (testCase) => {
      const applied = applyOperations(testCase);
      if ('error' in testCase) return [refusal(applied === 'refused')];
      if (applied === 'refused') return [refusal(false)];
      return [
        { what: 'playbook', actual: applied.playbook, expected: testCase.result },
        { what: 'next id', actual: applied.nextId, expected: testCase.next_id_after },
      ];
    },

    stats: ({ playbook, stats }) => {
      const ours = playbookStats(String(playbook));
      const actual = {
        total_bullets: ours.totalBullets,
        high_performing: ours.highPerforming,
        problematic: ours.problematic,
        unused: ours.unused,
        by_section: ours.bySection,
      };
      return [{ what: 'stats', actual, expected: stats }];
    },

    extract_json: ({ text, value }) => [
      { what: 'value', actual: extractJson(String(text)) ?? null, expected: value },
    ],

    extract_bullets: ({ playbook, bullet_ids, result }) => {
      const cited = extractBullets(String(playbook), bullet_ids as string[]);
      return [
        {
          what: 'bullets',
          actual: cited.found === 'some' ? cited.text : NOTICE[cited.found],
          expected: result,
        },
      ];
    },

    validate_curator: (testCase) => {
      const reply = readCuratorReply(String(testCase.response));
      if ('error' in testCase) return [refusal(!reply.ok)];
      return [{ what: 'reply', actual: reply.ok ? reply.value.raw : null, expected: testCase.value }];
    },

    generator_bullet_ids: (testCase) => {
      const ids = citedBulletIds(String(testCase.response), formOf(testCase));
      if ('error' in testCase) return [refusal(ids === null)];
      return [{ what: 'ids', actual: ids, expected: testCase.ids }];
    },

    reflector_tags: (testCase) => {
      const tags = findBulletTags(String(testCase.response), formOf(testCase));
      if ('error' in testCase) return [refusal(tags === null)];
      return [{ what: 'tags', actual: tags, expected: testCase.tags }];
    },
  },
};

/** The file has a sentence where ours has a case. */
const NOTICE = {
  noneCited: '(No bullets used by generator)',
  noneKnown: '(Generator referenced bullet IDs but none were found in playbook)',
};

const refusal = (refused: boolean): Comparison => ({ what: 'refuses', actual: refused, expected: true });

const formOf = ({ json_mode }: GoldenCase) => (json_mode === true ? 'json' : 'text');

function applyOperations({ playbook, operations, next_id }: GoldenCase) {
  const edits = readOperations(operations as unknown[]);
  if (!edits.ok) return 'refused';
  try {
    return applyEdits({ playbook: String(playbook), edits: edits.value, nextId: Number(next_id) });
  } catch (error) {
    if (AppError.is(error, 'INPUT_INVALID')) return 'refused';
    throw error;
  }
}
