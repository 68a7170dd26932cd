import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** The tokens of `globals.css` against the grounds they stand on, in both themes. Axe sees words alone, not drawings. */
const CSS = readFileSync(path.join(import.meta.dirname, 'globals.css'), 'utf8');

type Oklch = readonly [lightness: number, chroma: number, hue: number];

function tokensOf(selector: string): ReadonlyMap<string, Oklch> {
  const [, block = ''] = CSS.split(`\n${selector} {`);
  const [own = ''] = block.split('\n}');
  const found = own.matchAll(/--([\w-]+): oklch\(([\d.]+) ([\d.]+) ([\d.]+)\);/g);
  return new Map([...found].map(([, name = '', l, c, h]) => [name, [Number(l), Number(c), Number(h)]]));
}

/** Relative luminance as WCAG has it; OKLCH to linear sRGB by Ottosson's matrices. */
function luminance([lightness, chroma, hue]: Oklch): number {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const shown = (value: number) => Math.min(1, Math.max(0, value));
  return (
    0.2126 * shown(4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short) +
    0.7152 * shown(-1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short) +
    0.0722 * shown(-0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short)
  );
}

describe.each([':root', '.dark'])('colours of %s', (selector) => {
  const tokens = tokensOf(selector);
  const contrast = (name: string, ground: string): number => {
    const [one, other] = [tokens.get(name), tokens.get(ground)];
    if (!one || !other) throw new Error(`${selector} has no ${one ? ground : name}`);
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };

  it('measure as known: black on white is 21 to 1', () => {
    expect((luminance([1, 0, 0]) + 0.05) / (luminance([0, 0, 0]) + 0.05)).toBeCloseTo(21, 3);
  });

  it.each(['series-faint', 'ink-faint', 'series-1', 'series-2', 'series-3', 'series-4'])(
    'draw %s at 3 to 1 or more on a surface',
    (name) => expect(contrast(name, 'surface')).toBeGreaterThanOrEqual(3),
  );

  it.each(['canvas', 'surface', 'sunken', 'hover'])(
    'write hints and the ticks of an axis at 4.5 to 1 or more on %s',
    (ground) => expect(contrast('ink-faint', ground)).toBeGreaterThanOrEqual(4.5),
  );
});
