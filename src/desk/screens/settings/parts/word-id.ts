/** A new id that is not among `taken`, made from the letters and digits of the label, or of `otherwise` where it has none. */
export function newWordId(label: string, taken: readonly string[], otherwise: string): string {
  const plain = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 40)
  const base = plain || otherwise
  let id = base
  for (let n = 2; taken.includes(id); n++) id = `${base}_${n}`
  return id
}
