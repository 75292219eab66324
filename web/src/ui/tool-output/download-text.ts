/** Hands a text to the browser as a file. */
export function downloadText(name: string, mediaType: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${mediaType};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Not at once: some browsers read the address only after the click is over.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A plain file name out of what tools and sections are called. */
export function fileName(parts: readonly (string | undefined)[], extension: string): string {
  const words = parts.flatMap((part) => part?.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  return `${words.join('-').slice(0, 80) || 'output'}.${extension}`;
}
