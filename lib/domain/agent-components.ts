import type { PinnedAgent } from './agent';
import { type Components, componentsOf, WHOLE_TEXT } from './components';

/**
 * The text of each component that the agent declares. A candidate without sections is the text of the first component;
 * the others keep their initial text.
 */
export function agentComponents(
  { settings }: PinnedAgent,
  candidateText: string,
): Readonly<Record<string, string>> {
  const texts: Components = componentsOf(candidateText);
  const whole = texts.get(WHOLE_TEXT);
  return Object.fromEntries(
    settings.components.map(({ name, initialText }, index) => {
      const own = texts.get(name);
      return [name, own ?? (index === 0 && whole !== undefined ? whole : initialText)];
    }),
  );
}
