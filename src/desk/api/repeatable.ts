/**
 * Makes a function that returns the key of a request. While the content stays the same, the key does, too. So the
 * request is safe to repeat.
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
