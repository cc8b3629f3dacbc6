import { conditionalObject } from './conditional.ts'
import type { ObjectTerms, SmallObject } from './small-object.ts'
import { StoreAway } from './store-away.ts'

export interface AzurePlace {
  readonly account: string
  readonly container: string
  readonly path: string
  /** The address of the account. Undefined for Microsoft's own address. */
  readonly endpoint: string | undefined
  /** The key of the account, in base64. */
  readonly key: string
}

/** A small object in an Azure container. */
export function azureObject(place: AzurePlace, name: string, { answerMs, needs }: ObjectTerms): SmallObject {
  const ask = azureAsker(place, answerMs)
  return conditionalObject(
    (method, condition, body) => ask(method, `/${place.path}/${name}`, condition, body),
    needs,
  )
}

/**
 * A function that sends requests about a container. `path` begins after the name of the container. The requests are
 * signed here with the account's key (https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key),
 * because Microsoft's library brings 50 MB of packages for these few requests. The function throws StoreAway.
 */
export function azureAsker({ account, container, endpoint, key }: AzurePlace, answerMs: number) {
  const base = (endpoint ?? `https://${account}.blob.core.windows.net`).replace(/\/$/, '')
  return async (
    method: 'GET' | 'PUT',
    path: string,
    condition: Record<string, string> = {},
    body?: string,
  ): Promise<Response> => {
    const url = new URL(`${base}/${container}${path}`)
    const own = {
      'x-ms-date': new Date().toUTCString(),
      'x-ms-version': '2021-12-02',
      ...(method === 'PUT' && { 'x-ms-blob-type': 'BlockBlob' }),
    }
    const headers: Record<string, string> = { ...own, ...condition }
    const named = Object.entries(own)
      .map(([name, value]) => `${name}:${value}\n`)
      .sort()
      .join('')
    const standard = [
      ...['', ''],
      body === undefined ? '' : String(Buffer.byteLength(body)),
      ...['', headers['content-type'] ?? '', '', ''],
      ...[headers['if-match'] ?? '', headers['if-none-match'] ?? '', '', ''],
    ]
    const asked = [...url.searchParams].map(([name, value]) => `\n${name}:${value}`).sort()
    const resource = `/${account}${url.pathname}${asked.join('')}`
    const signed = `${[method, ...standard].join('\n')}\n${named}${resource}`
    const hasher = new Bun.CryptoHasher('sha256', Buffer.from(key, 'base64'))
    const authorization = `SharedKey ${account}:${hasher.update(signed).digest('base64')}`
    try {
      const signal = AbortSignal.timeout(answerMs)
      return await fetch(url, {
        method,
        headers: { ...headers, authorization },
        signal,
        ...(body && { body }),
      })
    } catch (error) {
      throw new StoreAway(error)
    }
  }
}
