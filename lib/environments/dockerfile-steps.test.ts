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
      'ENTRYPOINT []',
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

  it('keeps the lines of a here-document with its command, and reads none of them as an instruction', () => {
    const text = [
      'FROM debian',
      "RUN cat > /app/list <<'EOF' && chmod +x /app/list",
      '#!/bin/sh',
      'USER is no instruction here \\',
      '',
      'EOF',
      'RUN <<-END',
      '\tmkdir /data',
      '\ttouch /data/a',
      '\tEND',
      'WORKDIR /app',
    ].join('\n');
    expect(readDockerfile(text)).toEqual({
      ok: true,
      steps: [
        {
          kind: 'run',
          command: [
            "cat > /app/list <<'EOF' && chmod +x /app/list",
            '#!/bin/sh',
            'USER is no instruction here \\',
            '',
            'EOF',
          ].join('\n'),
        },
        { kind: 'run', command: 'mkdir /data\ntouch /data/a' },
        { kind: 'workdir', path: '/app' },
      ],
    });
  });

  it('takes a here-string and a shift for what they are', () => {
    const steps = ['cat <<<word', 'echo $((1 << 2))'].map((command) => ({ kind: 'run', command }));
    const text = steps.map(({ command }) => `RUN ${command}`).join('\n');
    expect(readDockerfile(`FROM debian\n${text}`)).toEqual({ ok: true, steps });
  });

  it.each(['COPY <<EOF /app/list', 'RUN <<EOF'])(
    'names %s, whose lines would have to be kept otherwise',
    (line) => {
      const text = `FROM debian\n${line}\n#!/usr/bin/env python3\nEOF\nWORKDIR /app`;
      expect(readDockerfile(text)).toMatchObject({ ok: false, line: 2 });
    },
  );

  it.each([
    ['USER worker', 'USER worker'],
    ['ENTRYPOINT ["/start.sh"]', 'ENTRYPOINT ["/start.sh"]'],
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
