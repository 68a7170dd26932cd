/** How a request is written as curl, wherever the product shows one. */
interface CurlRequest {
  /** GET where it is left out. */
  readonly method?: string;
  /** As the shell reads it: in quotes. */
  readonly url: string;
  /** The variable that holds the key. */
  readonly key: string;
  /** As JSON. */
  readonly body?: string;
}

export function curlOf({ method = 'GET', url, key, body }: CurlRequest): string {
  const lines = [
    `curl -s ${method === 'GET' ? '' : `-X ${method} `}${url}`,
    `-H "Authorization: Bearer $${key}"`,
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${inShell(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** Any text, quoted as one word of the shell. */
export const inShell = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
