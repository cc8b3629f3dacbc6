/**
 * Makes a function that returns the key of a request. For the same content, the key stays the same, so it can be
 * repeated.
 */
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
