import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReportDocument } from '@/lib/domain/report-document';
import { SAMPLE_DOCUMENT } from '@/lib/testing/sample-document';
import { renderMarkdown } from './markdown';

const paragraph = (text: string): ReportDocument => ({
  title: 't',
  lead: '',
  facts: [],
  sections: [{ heading: 'h', blocks: [{ kind: 'paragraph', text }] }],
});
const body = (text: string) => renderMarkdown(paragraph(text)).slice('# t\n\n## h\n\n'.length);

describe('renderMarkdown', () => {
  it('writes every kind of block, with what users wrote as text', () => {
    expect(renderMarkdown(SAMPLE_DOCUMENT)).toMatchInlineSnapshot(`
      "# Serial diagnosis of “Formula”

      Go: the serial run converges, and its plateau lies 23.1 points above the original prompt.

      **Go**

      - **Gain:** +23.1 points (95 % 17.0 to 29.1, n = 300)

      > **Attention: The split was used to tune.**

      - **Made by:** Ada &lt;ada@example.test&gt;
      - **Hash:** sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08

      ## What was seen

      > **Good: Go. Parallel runs of this task, split, method and hardware may start.**

      **Held-out score over rollouts**

      | series | serial rollouts | held-out score in %, 95 % interval | lower bound | upper bound |
      | --- | ---: | ---: | ---: | ---: |
      | serial | 0 | 64 | 58.5 | 69.2 |
      | serial | 50 | 75.1 | 69.9 | 79.7 |
      | serial | 100 | 86.3 | 82 | 89.7 |
      | serial | 150 | 87.1 | 82.8 | 90.4 |
      | serial | 200 | 87 | 82.7 | 90.3 |
      | another \\| run | 100 | 80 | — | — |

      - original prompt: 64

      Further gain ≤ 0.4 pt, 3 × 10 measurements, −1 at worst.

      Second paragraph\\
      with a break.

      ## Texts of users

      **A table**

      | setting | value \\| unit | n |
      | --- | --- | ---: |
      | a \\| b | &lt;img src=x onerror=alert(1)&gt; | 1 |
      | \\\`code\\\` and \\*stars\\* and \\_lines\\_ | snake_case_name<br>second line | −2.5 |
      | 日本語 Жук Ωμέγα ≥ − × | 🙂 مرحبا | 1,200 |

      - \\# no heading
      - \\- no list
      - 1\\. no number

      1. first
      2. \\[no link\\](javascript:alert(1))

      - **Window:** 5 measurements

      > **Attention: Attention # is drawn to this**

      \`\`\`\`markdown
      A prompt
      \`\`\`
      with a fence
      \`\`\`
        and <b>tags</b>
      \`\`\`\`
      "
    `);
  });

  it('writes the same document to the same text', () => {
    expect(renderMarkdown(structuredClone(SAMPLE_DOCUMENT))).toBe(renderMarkdown(SAMPLE_DOCUMENT));
  });

  it('lets no tag, link, emphasis or heading out of a text', () => {
    expect(body('<script>x</script> [a](b) **c** `d` &lt;')).toBe(
      '&lt;script&gt;x&lt;/script&gt; \\[a\\](b) \\*\\*c\\*\\* \\`d\\` &amp;lt;\n',
    );
    expect(body('# one\n- two\n3. three\n=== four')).toBe('\\# one\\\n\\- two\\\n3\\. three\\\n\\=== four\n');
  });

  it('keeps every cell in its column, with any content', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 2 }), { maxLength: 5 }),
        (rows) => {
          const text = renderMarkdown({
            ...paragraph(''),
            sections: [{ heading: 'h', blocks: [{ kind: 'table', head: ['a', 'b'], rows }] }],
          });
          const lines = text.trimEnd().split('\n').slice(4);
          expect(lines).toHaveLength(rows.length + 2);
          for (const line of lines) expect(line.replaceAll(/\\./g, '').match(/\|/g)).toHaveLength(3);
        },
      ),
    );
  });

  it('closes a fence with more backticks than any prompt holds', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('`', 'a', '\n') }), (code) => {
        const text = renderMarkdown({
          ...paragraph(''),
          sections: [{ heading: 'h', blocks: [{ kind: 'code', text: code }] }],
        });
        const fence = text.trimEnd().split('\n').at(-1) ?? '';
        expect(code).not.toContain(fence);
      }),
    );
  });
});
