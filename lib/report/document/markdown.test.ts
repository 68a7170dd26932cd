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
    expect(renderMarkdown(SAMPLE_DOCUMENT)).toMatchSnapshot();
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

  it('keeps every cell in its column, whatever stands in it', () => {
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
