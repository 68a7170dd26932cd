/** Where the page of a canary is; said once, because notices and webhooks lead there too. */
export function canaryPath(canaryId: string): string {
  return `/canaries/${encodeURIComponent(canaryId)}`;
}
