import { AwsClient } from 'aws4fetch'
import { answerMs, type ClaimObject, claimName } from './claim-object.ts'
import { conditionalClaim } from './conditional.ts'
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

/** The claim in an S3 bucket. Its keys come from the environment, like Litestream's. */
export function s3Claim(
  { bucket, path, endpoint, sessionToken, ...rest }: S3Place,
  name = claimName,
): ClaimObject {
  const client = new AwsClient({ ...rest, ...(sessionToken && { sessionToken }), service: 's3', retries: 0 })
  const folder =
    endpoint === undefined
      ? `https://${bucket}.s3.${rest.region}.amazonaws.com/${path}`
      : `${endpoint.replace(/\/$/, '')}/${bucket}/${path}`
  return conditionalClaim(async (method, headers, body) => {
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
