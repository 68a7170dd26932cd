import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { harborFault } from './harbor-fault';

describe('the check of the Harbor command', () => {
  it('is content with a command that answers', async () => {
    const fake = path.resolve('server/adapters/testing/harbor-in-a-folder.mjs');
    expect(await harborFault([process.execPath, fake])).toBeNull();
  });

  it.each([[['/nowhere/harbor']], [['/bin/false']]])(
    'names the command and the setting where %j does not answer',
    async (command) => {
      const fault = await harborFault(command);
      expect(fault).toContain(command[0]);
      expect(fault).toContain('WAGGLE_HARBOR_COMMAND');
    },
  );
});
