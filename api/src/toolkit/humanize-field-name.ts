/** `unit_price`, `unit-price` and `unitPrice` are all "Unit Price" to a reader. */
export function humanizeFieldName(name: string): string {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .split(/[\s_-]+/)
    .filter(Boolean)
    .map((word) => word.replace(/^./u, (first) => first.toUpperCase()))
    .join(' ');
}
