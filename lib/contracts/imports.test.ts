import { describe, expect, it } from 'vitest';
import { fieldPath } from '@/lib/domain/field-path';
import { importDatasetOptions } from './datasets';
import { uploadBody } from './upload-body';

describe('uploads', () => {
  const body = uploadBody(importDatasetOptions);
  const files = new File(['x'], 'a.jsonl');
  const messages = (input: unknown) =>
    body.safeParse(input).error?.issues.map(({ message }) => message) ?? [];

  it('take one file or several, with or without options', () => {
    expect(body.parse({ files }).files).toEqual([files]);
    expect(body.parse({ files: [files, files], options: '{"name":" Formula "}' }).options).toMatchObject({
      name: 'Formula',
      format: 'auto',
      skipBadLines: false,
    });
  });

  it('say what is wrong with files and options', () => {
    expect(messages({ files: 'text' })).toEqual(['Send 1 to 20 files under the name "files".']);
    expect(messages({ files: Array.from({ length: 21 }, () => files) })).toHaveLength(1);
    expect(messages({ files, options: '{' })).toEqual(['The options are no JSON.']);
    expect(messages({ files, options: '['.repeat(150_000) + ']'.repeat(150_000) })).toHaveLength(1);
    expect(messages({ files, options: '{"description":"\\u0000"}' })[0]).toContain('NUL');
    expect(messages({ files, options: '{"unknown":1}' })).toHaveLength(1);
  });

  it('take paths into records and nothing else', () => {
    for (const path of ['a', 'a.b[0]', '[0].b', '["a.b"].c', 'a b'])
      expect(fieldPath.safeParse(path).success).toBe(true);
    for (const path of ['', '.a', 'a..b', 'a[', 'a[x]', 'a.'])
      expect(fieldPath.safeParse(path).success).toBe(false);
  });
});
