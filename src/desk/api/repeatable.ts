/** Makes a request safe to repeat: as long as the content stays the same, the key does. */
export function repeatableKeys(): (content: unknown) => { readonly 'Idempotency-Key': string } {
  let last = ''
  let key = ''
  return (content) => {
    const text = JSON.stringify(content)
    if (text !== last) key = crypto.randomUUID()
    last = text
    return { 'Idempotency-Key': key }
  }
}
