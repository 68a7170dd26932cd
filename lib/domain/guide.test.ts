import { describe, expect, it } from 'vitest';
import { findInGuide, readTopic } from './guide';

const MARKDOWN = `# Ship safely

A slot holds the live prompt.

## Take it back

**Revert** is one click.
`;

describe('a topic of the guide', () => {
  const topic = readTopic('ship-safely', MARKDOWN);

  it('has its title, its lead and its sections, each with a fragment', () => {
    expect(topic).toMatchObject({ title: 'Ship safely', lead: 'A slot holds the live prompt.' });
    expect(topic.sections.map(({ id, heading }) => [id, heading])).toEqual([
      ['take-it-back', 'Take it back'],
    ]);
  });

  it('is found by words of its text, whatever their case, with the section and the line', () => {
    expect(findInGuide([topic], 'revert CLICK')).toEqual([
      {
        ...{ href: '/docs/ship-safely#take-it-back', title: 'Ship safely', heading: 'Take it back' },
        line: 'Revert is one click.',
      },
    ]);
  });

  it('is not found where one of the words is absent, nor by an empty search', () => {
    expect(findInGuide([topic], 'revert parachute')).toEqual([]);
    expect(findInGuide([topic], '  ')).toEqual([]);
  });

  it('refuses a file without a title', () => {
    expect(() => readTopic('ship-safely', 'No title.')).toThrow('no title');
  });
});
