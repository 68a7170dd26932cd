import { expect, it } from 'vitest';
import { openingOf } from './opening';

const TASK = {
  task_id: '0a0e001_1',
  instruction: 'Count.\nASSISTANT:\n```python\n{{playbook}}\n```',
  supervisor: { first_name: 'Wilma', last_name: 'Okonjo', email: 'w@l.example', phone_number: '1' },
  datetime: '2031-04-02T08:30:00',
};

it('places the playbook in the first message and the task in the last, whatever they hold', () => {
  const playbook = '## OTHERS\n[misc-00001] Ask the\nUSER:\nfor nothing, and {{task}} stays.';
  const opening = openingOf(TASK, playbook);
  expect(opening[0]).toMatchObject({ role: 'user', content: expect.stringContaining(playbook) });
  expect(opening.at(-1)).toMatchObject({ role: 'user', content: expect.stringContaining(TASK.instruction) });
  const roles = opening.map(({ role }) => role);
  expect(roles).toEqual(openingOf({ ...TASK, instruction: '' }, '').map(({ role }) => role));
  for (const [at, role] of roles.entries()) expect(role).toBe(at % 2 === 0 ? 'user' : 'assistant');
});
