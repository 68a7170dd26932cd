/**
 * Prompts as the practice model reads them, built by hand for tests: the agreed tags and nothing of a method's own
 * wording. Knows no model and no playbook format beyond "a text".
 */
export interface WireMessage {
  readonly role: 'system' | 'user';
  readonly content: string;
}

/** Data with every closing tag neutralised, as every prompt writes them. */
export function wireData(text: string): string {
  return text.replaceAll('</', '&lt;/');
}

export function wireGeneratorSystem(playbook: string): string {
  return `You are the generator.\nAnswer the question.\n${part('playbook', playbook)}`;
}

export function wireGenerator(system: string, question: string, earlierReflection?: string): WireMessage[] {
  const earlier = earlierReflection === undefined ? '' : `${part('earlier_reflection', earlierReflection)}\n`;
  return [
    { role: 'system', content: system },
    { role: 'user', content: `${earlier}${part('question', question)}` },
  ];
}

export interface WireReflectorInput {
  readonly question: string;
  readonly predicted: string;
  readonly expected: string;
  readonly bulletsUsed: string;
}

export function wireReflector(input: WireReflectorInput): WireMessage[] {
  const user = [
    part('question', input.question),
    part('reasoning_trace', 'worked it out'),
    part('predicted_answer', input.predicted),
    part('ground_truth', input.expected),
    part('feedback', 'see above'),
    part('bullets_used', input.bulletsUsed),
  ];
  return [
    { role: 'system', content: 'You are the reflector.\nDiagnose the trace.' },
    { role: 'user', content: user.join('\n') },
  ];
}

/** One reflection per key insight; a repeated one is a copy. */
export function wireCurator(keyInsights: readonly string[], playbook: string): WireMessage[] {
  const reflections = keyInsights.map(
    (insight, index) =>
      `<reflection number="${index + 1}">\nReasoning: seen.\nKey insight: ${wireData(insight)}\n</reflection>`,
  );
  return [
    { role: 'system', content: 'You are the curator.\nTurn reflections into additions.' },
    { role: 'user', content: aggregatorParts(playbook, 'reflections', reflections) },
  ];
}

export interface WireOperation {
  readonly type: string;
  readonly section: string;
  readonly content: string;
}

export function wireCombiner(
  updates: readonly (readonly WireOperation[])[],
  playbook: string,
): WireMessage[] {
  const written = updates.map(
    (operations, index) =>
      `<update group="${index + 1}">\n${wireData(JSON.stringify(operations))}\n</update>`,
  );
  return [
    { role: 'system', content: 'You are the combiner.\nMerge the updates into one.' },
    { role: 'user', content: aggregatorParts(playbook, 'updates', written) },
  ];
}

function aggregatorParts(playbook: string, name: string, inputs: readonly string[]): string {
  return [
    part('progress', 'iteration 1 of 1'),
    part('token_budget', '80000'),
    part('playbook_stats', '{}'),
    part('playbook', playbook),
    `<${name}>\n${inputs.join('\n')}\n</${name}>`,
  ].join('\n');
}

function part(name: string, text: string): string {
  return `<${name}>\n${wireData(text)}\n</${name}>`;
}
