import { describe, expect, it } from 'vitest';
import { readDockerfile } from './dockerfile-steps';

describe('a Dockerfile', () => {
  it('becomes copies, variables, folders and commands, whatever base it names', () => {
    const text = [
      'FROM debian:12-slim AS base',
      '# a comment',
      'WORKDIR /app',
      'ENV UNIT=dispatch NOTE="two words" EMPTY=',
      'ENV OLD its value',
      'COPY files/ extra.txt /app/',
      'RUN mkdir -p /data \\',
      '  && touch /data/a',
      'CMD ["bash"]',
    ].join('\n');
    expect(readDockerfile(text)).toEqual({
      ok: true,
      steps: [
        { kind: 'workdir', path: '/app' },
        { kind: 'env', name: 'UNIT', value: 'dispatch' },
        { kind: 'env', name: 'NOTE', value: 'two words' },
        { kind: 'env', name: 'EMPTY', value: '' },
        { kind: 'env', name: 'OLD', value: 'its value' },
        { kind: 'copy', sources: ['files/', 'extra.txt'], target: '/app/' },
        { kind: 'run', command: 'mkdir -p /data && touch /data/a' },
      ],
    });
  });

  it.each([
    ['USER worker', 'USER worker'],
    ['ARG VERSION=1', 'ARG VERSION=1'],
    ['FROM alpine', 'FROM alpine'],
    ['COPY --from=base /a /b', 'COPY --from=base /a /b'],
    ['COPY *.txt /app/', 'COPY *.txt /app/'],
    ['ENV PATH=/opt/bin:$PATH', 'ENV PATH=/opt/bin:$PATH'],
    ['RUN --mount=type=cache true', 'RUN --mount=type=cache true'],
    ['ADD https://example.com/a /a', 'ADD https://example.com/a /a'],
  ])('names %s with its line, since leaving it out would change the task', (line, instruction) => {
    expect(readDockerfile(`FROM debian\n${line}\n`)).toEqual({ ok: false, line: 2, instruction });
  });
});
