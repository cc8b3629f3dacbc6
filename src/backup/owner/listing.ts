import type { Replica } from '../../config.ts'
import { azureAsker } from './azure.ts'
import { placeOf } from './place.ts'
import { s3Asker } from './s3.ts'
import { usualAnswerMs } from './small-object.ts'
import { StoreAway } from './store-away.ts'

export interface Listed {
  /** The ETag of the object, without quotation marks. An answer to a request for the object has the same tag. */
  readonly tag: string
  /** The size of the object, in bytes. */
  readonly size: number
}

/** The most objects in one list. */
const mostListed = 1_000

/**
 * A function that lists the objects below a folder of the store, by their names in the folder. One list contains the
 * tags of all objects, so it shows which objects changed. Null when the store cannot be asked. The function throws
 * StoreAway when the store gives no usable answer, or the folder holds more than a thousand objects.
 */
export function listerOf(
  replica: Replica,
  folder: string,
): (() => Promise<ReadonlyMap<string, Listed>>) | null {
  const place = placeOf(replica)
  if (place === null || place.kind === 'folder') return null
  const prefix = `${place.path}/${folder}/`
  const named = `prefix=${encodeURIComponent(prefix)}`
  if (place.kind === 's3') {
    const ask = s3Asker(place, usualAnswerMs)
    return async () =>
      listed(await ask('GET', `/?list-type=2&max-keys=${mostListed}&${named}`), {
        item: 'Contents',
        name: 'Key',
        tag: 'ETag',
        size: 'Size',
        more: 'NextContinuationToken',
        prefix,
      })
  }
  const ask = azureAsker(place, usualAnswerMs)
  return async () =>
    listed(await ask('GET', `?comp=list&maxresults=${mostListed}&${named}&restype=container`), {
      item: 'Blob',
      name: 'Name',
      tag: 'Etag',
      size: 'Content-Length',
      more: 'NextMarker',
      prefix,
    })
}

interface Form {
  readonly item: string
  readonly name: string
  readonly tag: string
  readonly size: string
  /** The name of the element that exists, and is not empty, when there are more objects. */
  readonly more: string
  readonly prefix: string
}

/** Reads a list. The answers of both stores are flat and made by programs, so no XML parser is needed. */
async function listed(response: Response, form: Form): Promise<ReadonlyMap<string, Listed>> {
  const text = await response.text().catch((error) => {
    throw new StoreAway(error)
  })
  if (!response.ok) throw new StoreAway(`it answered ${response.status}`)
  if (textIn(text, form.more)) throw new StoreAway(`more than ${mostListed} objects are in ${form.prefix}`)
  const objects = new Map<string, Listed>()
  for (const [, item = ''] of text.matchAll(new RegExp(`<${form.item}>(.*?)</${form.item}>`, 'gs'))) {
    const [name, tag, size] = [form.name, form.tag, form.size].map((one) => textIn(item, one))
    if (!name?.startsWith(form.prefix) || !tag || !size) throw new StoreAway('it sent a list of another form')
    objects.set(name.slice(form.prefix.length), { tag: tag.replaceAll('"', ''), size: Number(size) })
  }
  return objects
}

const entities: Readonly<Record<string, string>> = {
  quot: '"',
  amp: '&',
  lt: '<',
  gt: '>',
  apos: "'",
  '#34': '"',
  '#39': "'",
}

const textIn = (text: string, element: string): string | undefined =>
  new RegExp(`<${element}>([^<]*)</${element}>`)
    .exec(text)?.[1]
    ?.replace(/&(#?\w+);/g, (all, name: string) => entities[name] ?? all)
