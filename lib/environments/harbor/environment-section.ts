import { z } from 'zod';
import type { TaskMachine } from '@/lib/domain/environment-task';
import { count, filledText, seconds, sizeInMb, text, texts, variables } from './field-kinds';
import { healthcheckSection } from './healthcheck-section';
import { checkHosts, machineNetworkFields, networkPolicyOf } from './network-fields';

/**
 * The section `[environment]`, and `[verifier.environment]`, which has the same fields. Resources without a value are those
 * of the format: 1 CPU, 2 GB of memory, 10 GB of storage.
 */
const mcpServer = z
  .strictObject({
    name: filledText,
    transport: z.preprocess(
      (value) => (value === 'http' ? 'streamable-http' : value),
      z.enum(['stdio', 'sse', 'streamable-http'], 'Give "stdio", "sse" or "streamable-http".').default('sse'),
    ),
    url: text.optional(),
    command: text.optional(),
    args: texts.default([]),
  })
  .transform(({ url = null, command = null, ...server }, context) => {
    const field = server.transport === 'stdio' ? 'command' : 'url';
    if ((field === 'url' ? url : command) === null)
      context.addIssue({
        code: 'custom',
        path: [field],
        message: `The transport ${server.transport} needs it.`,
      });
    return { ...server, url, command };
  });

const tpu = z.strictObject({
  type: filledText,
  topology: text.trim().regex(/^[1-9]\d*(?:x[1-9]\d*)+$/, 'Give a topology such as "2x4".'),
});

const fields = z.strictObject({
  build_timeout_sec: seconds.default(600),
  docker_image: text.optional(),
  os: z.preprocess(
    (value) => (typeof value === 'string' ? value.toLowerCase() : value),
    z.enum(['linux', 'windows'], 'Give "linux" or "windows".').default('linux'),
  ),
  cpus: count.default(1),
  memory: sizeInMb.optional(),
  memory_mb: count.optional(),
  storage: sizeInMb.optional(),
  storage_mb: count.optional(),
  gpus: count.default(0),
  gpu_types: texts.optional(),
  tpu: tpu.optional(),
  ...machineNetworkFields,
  env: variables.default({}),
  workdir: text.optional(),
  healthcheck: healthcheckSection.optional(),
  mcp_servers: z.array(mcpServer, 'Give a list of servers.').default([]),
  skills_dir: text.optional(),
});

type Fields = z.output<typeof fields>;

export const environmentSection = fields
  .superRefine((section, context) => {
    checkHosts(section, context);
    for (const field of ['memory', 'storage'] as const) {
      const old = section[field];
      const current = section[`${field}_mb`];
      if (old === undefined || current === undefined || old === current) continue;
      const message = `It says ${old} MB, and ${field}_mb says ${current} MB.`;
      context.addIssue({ code: 'custom', path: [field], message });
    }
  })
  .transform(machineOf);

/** The file that describes the image is found later, among the files of the task. */
function machineOf(section: Fields): Omit<TaskMachine, 'definition'> {
  return {
    dockerImage: section.docker_image ?? null,
    os: section.os,
    buildTimeoutSeconds: section.build_timeout_sec,
    cpus: section.cpus,
    memoryMb: section.memory_mb ?? section.memory ?? 2048,
    storageMb: section.storage_mb ?? section.storage ?? 10_240,
    gpus: section.gpus,
    gpuTypes: section.gpu_types ?? null,
    tpu: section.tpu ?? null,
    network: networkPolicyOf(section) ?? { mode: 'public', hosts: [] },
    variables: section.env,
    workdir: section.workdir ?? null,
    healthcheck: section.healthcheck ?? null,
    mcpServers: section.mcp_servers,
    skillsFolder: section.skills_dir ?? null,
  };
}
