import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** Checked as far as is possible without a container engine. */
const root = path.resolve(import.meta.dirname, '../..');
const dockerfile = readFileSync(path.join(root, 'Dockerfile'), 'utf8');
const compose = readFileSync(path.join(root, 'compose.yaml'), 'utf8');

/** The lines of one service, without its name. */
function service(name: string): string {
  const block = new RegExp(`^  ${name}:\\n((?:(?:    .*)?\\n)+)`, 'm').exec(compose)?.[1];
  if (block === undefined) throw new Error(`compose.yaml has no service ${name}.`);
  return block;
}

const filesIn = (text: string) =>
  [...text.matchAll(/"((?:server|lib)\/[^"]+\.(?:ts|mjs))"/g)].map(([, file]) => file ?? '');

describe('the container files', () => {
  it('build on the Node of the product, in stages, and run as an ordinary user', () => {
    const wanted = JSON.parse(
      readFileSync(path.join(root, 'package.json'), 'utf8'),
    ).devDependencies.node.split('.')[0];
    const stages = [...dockerfile.matchAll(/^FROM (\S+) AS (\w+)$/gm)].map(([, image, name]) => ({
      image,
      name,
    }));
    expect(stages.map((stage) => stage.name)).toEqual(['packages', 'build', 'run']);
    for (const { image } of [stages[0], stages[2]].flatMap((stage) => stage ?? []))
      expect(image).toMatch(new RegExp(`^node:${wanted}\\b`));
    expect(dockerfile.slice(dockerfile.indexOf(' AS run'))).toMatch(/^USER node$/m);
  });

  it('copy only what exists, and between stages that exist', () => {
    for (const [, from] of dockerfile.matchAll(/COPY --from=(\w+)/g))
      expect(dockerfile).toContain(` AS ${from}\n`);
    const copied = [...dockerfile.matchAll(/COPY --from=build \S+ (.+) \.\S*$/gm)].flatMap(
      ([, files]) => files?.split(' ') ?? [],
    );
    const inProject = copied
      .map((file) => file.replace('/waggle/', ''))
      .filter((file) => !/^(?:node_modules|\.next)/.test(file));
    expect(inProject.length).toBeGreaterThan(3);
    for (const file of inProject) expect(existsSync(path.join(root, file)), file).toBe(true);
  });

  it('start what the repository holds, each service with a health check or a reason for none', () => {
    expect(dockerfile).toMatch(/^HEALTHCHECK /m);
    for (const name of ['postgres', 'practice', 'prepare', 'worker', 'flags'])
      expect(service(name)).toContain('healthcheck:');
    for (const name of ['practice', 'prepare', 'worker', 'flags']) {
      expect(filesIn(service(name))).toHaveLength(1);
      for (const file of filesIn(service(name))) expect(existsSync(path.join(root, file)), file).toBe(true);
    }
  });

  it('wait for each other in an order that ends', () => {
    expect(service('prepare')).toMatch(/postgres:\n\s+condition: service_healthy/);
    for (const name of ['worker', 'flags', 'app']) {
      expect(service(name)).toMatch(/prepare:\n\s+condition: service_completed_successfully/);
    }
  });

  it('contain no secret and no tab, and indent by two', () => {
    expect(compose).not.toMatch(/\t/);
    for (const line of compose.split('\n')) expect((/^ */.exec(line)?.[0].length ?? 0) % 2, line).toBe(0);
    expect(compose).toContain('$' + '{WAGGLE_SECRET:?');
    expect(compose).toContain('$' + '{POSTGRES_PASSWORD:?');
  });
});
