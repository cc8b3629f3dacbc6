import { AwsClient } from 'aws4fetch'
import { conditionalObject } from './conditional.ts'
import type { ObjectTerms, SmallObject } from './small-object.ts'
import { StoreAway } from './store-away.ts'

export interface S3Place {
  readonly bucket: string
  readonly path: string
  /** The address of the service. Undefined for Amazon's own address. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | undefined
}

/** A small object in an S3 bucket. The keys of the bucket are read from the environment, as Litestream does. */
export function s3Object(place: S3Place, name: string, { answerMs, needs }: ObjectTerms): SmallObject {
  const ask = s3Asker(place, answerMs)
  return conditionalObject(
    (method, headers, body) => ask(method, `/${place.path}/${name}`, headers, body),
    needs,
  )
}

/**
 * A function that sends signed requests about a bucket. `path` begins after the name of the bucket. The function
 * throws StoreAway.
 */
export function s3Asker({ bucket, path: _, endpoint, sessionToken, ...rest }: S3Place, answerMs: number) {
  const client = new AwsClient({ ...rest, ...(sessionToken && { sessionToken }), service: 's3', retries: 0 })
  const base =
    endpoint === undefined
      ? `https://${bucket}.s3.${rest.region}.amazonaws.com`
      : `${endpoint.replace(/\/$/, '')}/${bucket}`
  return async (
    method: 'GET' | 'PUT',
    path: string,
    headers: Record<string, string> = {},
    body?: string,
  ): Promise<Response> => {
    const signal = AbortSignal.timeout(answerMs)
    try {
      return await client.fetch(`${base}${path}`, {
        method,
        headers,
        signal,
        ...(body !== undefined && { body }),
      })
    } catch (error) {
      throw new StoreAway(error)
    }
  }
}
