import { z } from 'zod';

/** Where this worker finds AppWorld servers: addresses that others run, or a command that starts one at a port. */
export type AppWorldConfig =
  | { readonly kind: 'addresses'; readonly urls: readonly string[] }
  | { readonly kind: 'command'; readonly argv: readonly string[]; readonly ports: readonly number[] };

const PORT_MAX = 65_535;

export const appWorldShape = z.object({
  /** Servers, one world each; split at spaces and commas. */
  WAGGLE_APPWORLD_URLS: z.string().optional(),
  /** Starts a server; {port} is its port. Split at spaces. */
  WAGGLE_APPWORLD_COMMAND: z.string().optional(),
  /** As in 9000-9007: as many worlds at once. */
  WAGGLE_APPWORLD_PORTS: z
    .string()
    .regex(/^\d{1,5}(-\d{1,5})?$/, 'must be a port or two, as in 9000-9007')
    .refine((text) => portsOf(text).length > 0, 'must go from a lower port to a higher one, at most 65535')
    .optional(),
});
type Given = z.output<typeof appWorldShape>;

/** Null = this worker knows none. */
export function appWorldConfig(given: Given): AppWorldConfig | null {
  const words = (text: string | undefined) => (text ?? '').split(/[\s,]+/).filter((part) => part !== '');
  const argv = (given.WAGGLE_APPWORLD_COMMAND ?? '').split(/\s+/).filter((part) => part !== '');
  const ports = portsOf(given.WAGGLE_APPWORLD_PORTS ?? '');
  if (argv.length > 0 && ports.length > 0) return { kind: 'command', argv, ports };
  const urls = words(given.WAGGLE_APPWORLD_URLS);
  return urls.length === 0 ? null : { kind: 'addresses', urls };
}

function portsOf(text: string): number[] {
  if (text === '') return [];
  const [first = 0, last = first] = text.split('-').map(Number);
  if (first < 1 || last > PORT_MAX || last < first) return [];
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
