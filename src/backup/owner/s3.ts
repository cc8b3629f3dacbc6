import { AwsClient } from 'aws4fetch'
import { conditionalObject } from './conditional.ts'
import type { SmallObject } from './small-object.ts'
import { StoreAway } from './store-away.ts'

export interface S3Place {
  readonly bucket: string
  readonly path: string
  /** The address of the service. Undefined for Amazon's own. */
  readonly endpoint: string | undefined
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken: string | undefined
}

/** A small object in an S3 bucket. The keys of the bucket come from the environment, like Litestream's. */
export function s3Object(
  { bucket, path, endpoint, sessionToken, ...rest }: S3Place,
  name: string,
  answerMs: number,
): SmallObject {
  const client = new AwsClient({ ...rest, ...(sessionToken && { sessionToken }), service: 's3', retries: 0 })
  const folder =
    endpoint === undefined
      ? `https://${bucket}.s3.${rest.region}.amazonaws.com/${path}`
      : `${endpoint.replace(/\/$/, '')}/${bucket}/${path}`
  return conditionalObject(async (method, headers, body) => {
    const signal = AbortSignal.timeout(answerMs)
    try {
      return await client.fetch(`${folder}/${name}`, {
        method,
        headers,
        signal,
        ...(body !== undefined && { body }),
      })
    } catch (error) {
      throw new StoreAway(error)
    }
  })
}
