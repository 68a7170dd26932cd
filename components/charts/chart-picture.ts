/**
 * A chart on the page as a self-contained picture: the question above, the shared origin below, legend and drawing
 * between, in the colours of the current theme. Knows elements, no chart.
 */
export interface PictureText {
  readonly question: string;
  readonly summary: string;
  readonly origin: string;
}

const SPACE = 'http://www.w3.org/2000/svg';
const EDGE = 20;
const LINE = 18;
/** How wide a letter is on average, in the title and else. */
const TITLE_LETTER = 7.8;
const LETTER = 6.4;
const PUT_AWAY = '[aria-pressed="false"]';
/** Computed styles that a picture needs; the rest is in attributes. */
const STYLES = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-opacity', 'opacity'],
  ...['font-size', 'font-family', 'font-weight', 'text-anchor', 'dominant-baseline'],
];

export function pictureOf(chart: HTMLElement, words: PictureText): string {
  const box = chart.getBoundingClientRect();
  const width = Math.ceil(box.width) + 2 * EDGE;
  const title = lines(words.question, Math.floor(box.width / TITLE_LETTER));
  const summary = lines(words.summary, Math.floor(box.width / LETTER));
  const origin = lines([words.origin, ...notDrawn(chart)].join(' · '), Math.floor(box.width / LETTER));
  const top = EDGE + (title.length + summary.length) * LINE + 10;
  const bottom = top + Math.ceil(box.height) + 8;
  const height = bottom + origin.length * LINE + EDGE;

  const picture = element('svg', { xmlns: SPACE, width, height, viewBox: `0 0 ${width} ${height}` });
  const surface = getComputedStyle(chart.closest('section') ?? document.body).backgroundColor;
  const { color, fontFamily } = getComputedStyle(chart);
  const words12 = { 'font-family': fontFamily, fill: color, 'font-size': 12, opacity: 0.75 };
  const drawn = element('g', { transform: `translate(${EDGE - box.left} ${top - box.top})` });
  draw(chart, drawn);
  picture.append(
    element('rect', { width, height, fill: surface }),
    ...written(title, EDGE, { ...words12, 'font-size': 15, 'font-weight': 600, opacity: 1 }),
    ...written(summary, EDGE + title.length * LINE, words12),
    drawn,
    ...written(origin, bottom, words12),
  );
  return new XMLSerializer().serializeToString(picture);
}

/** Names of the hidden series, from the legend. */
function notDrawn(chart: HTMLElement): readonly string[] {
  const names = [...chart.querySelectorAll(PUT_AWAY)].map(({ textContent }) => textContent ?? '');
  return names.length === 0 ? [] : [`not drawn: ${names.join(', ')}`];
}

/** Lines of text, one below the other from this height on. */
function written(
  text: readonly string[],
  top: number,
  look: Readonly<Record<string, string | number>>,
): readonly SVGElement[] {
  return text.map((line, at) => element('text', { ...look, x: EDGE, y: top + 13 + at * LINE }, line));
}

/** Twice the resolution of the page, so that it can be enlarged. */
export async function pngOf(picture: string): Promise<Blob> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([picture], { type: 'image/svg+xml' }));
  try {
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (png === null) throw new Error('The browser made no picture of this chart. Take it as SVG instead.');
    return png;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

/** Copies drawings, HTML boxes by colour and words by position, in window coordinates. */
function draw(node: Element, into: SVGElement): void {
  for (const child of node.childNodes) {
    if (child instanceof SVGSVGElement) into.append(copyOf(child));
    else if (child instanceof HTMLElement) {
      if (child.matches(PUT_AWAY) || getComputedStyle(child).visibility === 'hidden') continue;
      drawBox(child, into);
      draw(child, into);
    } else if (child.nodeType === Node.TEXT_NODE && child.textContent?.trim()) drawWords(child, into);
  }
}

function copyOf(source: SVGSVGElement): SVGElement {
  const copy = source.cloneNode(true) as SVGSVGElement;
  const { left, top, width, height } = source.getBoundingClientRect();
  const originals = [source, ...source.querySelectorAll('*')];
  [copy, ...copy.querySelectorAll('*')].forEach((one, at) => {
    const original = originals[at];
    if (original === undefined) return;
    const look = getComputedStyle(original);
    for (const name of STYLES) one.setAttribute(name, look.getPropertyValue(name));
    one.removeAttribute('class');
    one.removeAttribute('style');
  });
  for (const [name, value] of Object.entries({ x: left, y: top, width, height }))
    copy.setAttribute(name, String(value));
  return copy;
}

function drawBox(box: HTMLElement, into: SVGElement): void {
  const { backgroundColor, borderRadius } = getComputedStyle(box);
  const { left, top, width, height } = box.getBoundingClientRect();
  if (width === 0 || height === 0 || /^(transparent|rgba\(0, 0, 0, 0\))$/.test(backgroundColor)) return;
  const place = { x: left, y: top, width, height };
  into.append(element('rect', { ...place, rx: Number.parseFloat(borderRadius) || 0, fill: backgroundColor }));
}

function drawWords(words: Node, into: SVGElement): void {
  const range = document.createRange();
  range.selectNodeContents(words);
  const { left, top, width, height } = range.getBoundingClientRect();
  if (words.parentElement === null || width <= 1 || height <= 1) return;
  const look = getComputedStyle(words.parentElement);
  const place = { x: left, y: top + height * 0.78, fill: look.color };
  const font = { 'font-size': look.fontSize, 'font-family': look.fontFamily, 'font-weight': look.fontWeight };
  into.append(element('text', { ...place, ...font }, words.textContent ?? ''));
}

function element(name: string, attributes: Record<string, string | number>, text = ''): SVGElement {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  made.textContent = text;
  return made;
}

/** At spaces, none longer than `most` letters where a word allows it. */
function lines(text: string, most: number): readonly string[] {
  const found: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== '' && line.length + 1 + word.length > most) {
      found.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? found : [...found, line];
}
