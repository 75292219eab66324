const BYTES = /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,[a-z0-9+/]+={0,2}$/i;
const START = /^data:image\//i;
/** Larger pictures belong into a file. */
const LARGEST = 4 * 1024 * 1024;

/** Pictures that come with their bytes. Those on other sites stay links: the page loads nothing from there. */
export function isInlineImage(text: string): boolean {
  return text.length <= LARGEST && START.test(text.slice(0, 20)) && BYTES.test(text);
}
