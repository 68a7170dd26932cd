/** Hands the browser a file to keep. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: Safari reads the address only after the click is through.
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
