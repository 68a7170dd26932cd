import type { SandboxLimits } from '@/lib/ports/sandbox';
import { bubblewrapSandboxes } from '@/server/adapters/sandbox/bubblewrap';
import { containerSandboxes, dockerEngine, podmanEngine } from '@/server/adapters/sandbox/container';

/**
 * Lines of the doctor on sandboxes for tasks with an environment of their own: which kinds work here, and the limits that
 * this machine can hold. None of them is a fault, since only such tasks need one.
 */
const INSTALL =
  'needed by tasks with an environment of their own only; Debian and Ubuntu: apt-get install bubblewrap';

export async function sandboxLines(): Promise<(readonly [string, string])[]> {
  const why = await bubblewrapSandboxes.whyNot();
  const first =
    why === null
      ? `bubblewrap works (shared kernel, no container); ${words(await bubblewrapSandboxes.limitsHere())}`
      : `bubblewrap does not work here (${oneLine(why)}); ${INSTALL}`;
  const engines = await Promise.all([dockerEngine, podmanEngine].map(containerSandboxes).map(engineWords));
  return [
    ['sandboxes', first],
    ['containers', engines.join('; ')],
  ];
}

async function engineWords(sandboxes: ReturnType<typeof containerSandboxes>): Promise<string> {
  if ((await sandboxes.whyNot()) !== null) return `${sandboxes.name} does not answer`;
  return `${sandboxes.name} works, ${words(await sandboxes.limitsHere())}`;
}

function words(limits: SandboxLimits): string {
  const named = {
    enforced: 'enforced',
    watched: 'watched four times a second',
    none: 'without limit',
  } as const;
  return Object.entries(named)
    .map(([kind, how]) => [
      Object.keys(limits).filter((of) => limits[of as keyof SandboxLimits] === kind),
      how,
    ])
    .filter(([of]) => (of as string[]).length > 0)
    .map(([of, how]) => `${(of as string[]).join(', ')} ${how}`)
    .join('; ');
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').slice(0, 200);
