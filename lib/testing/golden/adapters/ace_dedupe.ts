import { groupDuplicates, mergeGroups } from '@/lib/methods/ace/dedupe';
import { parseLooseBulletLine } from '@/lib/methods/ace/loose-bullet-line';
import type { GoldenAdapter } from '@/lib/testing/golden/golden-adapter';

/** Text that the file's fake model writes for every group. */
const MERGED = 'MERGED';

/** Near-duplicates on given vectors, in the shared mode: the file lets one bullet be in two groups. */
export const adapter: GoldenAdapter = {
  groups: {
    groups: (testCase) => {
      const vectors = testCase.embeddings as number[][];
      const playbook = String(testCase.playbook);
      const groups = groupDuplicates(vectors, Number(testCase.threshold), 'shared');
      const textsOf = (text: string | null) => groups.map(() => text);
      return [
        { what: 'groups', actual: groups, expected: testCase.groups },
        {
          what: 'first kept',
          actual: mergeGroups(playbook, groups, textsOf(null)),
          expected: testCase.deduplicated_keep_first,
        },
        {
          what: 'merged',
          actual: mergeGroups(playbook, groups, textsOf(MERGED)),
          expected: testCase.merged_with_fake_llm,
        },
      ];
    },

    parse_line: ({ line, parsed }) => {
      const bullet = parseLooseBulletLine(String(line));
      if (parsed === null || bullet === null) return [{ what: 'bullet', actual: bullet, expected: parsed }];
      // Where the line has no id, the file has none either: the peer's stand-in differs from run to run.
      const hasId = Object.hasOwn(parsed as object, 'id');
      const { id, ...rest } = bullet;
      return [{ what: 'bullet', actual: hasId ? { id, ...rest } : rest, expected: parsed }];
    },
  },
};
