import { describe, expect, it } from 'vitest';
import { AppError } from '@/lib/errors/app-error';
import { parseModestYaml } from './modest-yaml';

function refusedAt(text: string): string | undefined {
  try {
    parseModestYaml(text);
  } catch (error) {
    if (AppError.is(error, 'INPUT_INVALID')) return error.fields[0]?.message;
    throw error;
  }
  return undefined;
}

describe('YAML from outside', () => {
  it.each([
    ['brackets without end', '['.repeat(3_000_000)],
    ['a hundred thousand settings', Array.from({ length: 100_000 }, (_, i) => `k${i}: 1`).join('\n')],
  ])('is given up before %s are composed', (_name, text) => {
    expect(refusedAt(text)).toMatch(/more parts/);
  });

  it('is not unfolded by aliases of aliases', () => {
    const tenfold = (name: string, of: string) => `${name}: &${name} [${Array(10).fill(of).join(', ')}]`;
    const lines = [tenfold('a', 'x'), tenfold('b', '*a'), tenfold('c', '*b'), tenfold('d', '*c')];
    expect(refusedAt(lines.join('\n'))).toMatch(/alias/i);
  });

  it('is refused as input where it nests deeper than can be read', () => {
    expect(refusedAt('['.repeat(15_000))).toBeDefined();
  });

  it('may hold a prompt of two megabytes', () => {
    const prompt = 'A line of the prompt.\n'.repeat(90_000);
    expect(parseModestYaml(JSON.stringify({ prompt }))).toEqual({ prompt });
    expect(parseModestYaml(`prompt: |\n  ${prompt.trim().replaceAll('\n', '\n  ')}\n`)).toEqual({ prompt });
  });
});
