import type { Replica } from '../../config.ts'
import { type AzurePlace, azureObject } from './azure.ts'
import { folderObject } from './folder.ts'
import { type S3Place, s3Object } from './s3.ts'
import { type ObjectTerms, type SmallObject, usualAnswerMs } from './small-object.ts'

type Place =
  | { readonly kind: 'folder'; readonly folder: string }
  | ({ readonly kind: 's3' } & S3Place)
  | ({ readonly kind: 'azure' } & AzurePlace)

/**
 * The place that the backup is streamed to. Null when this program cannot read and write its own objects there: over
 * SFTP, or when the keys are not in the environment.
 */
export function placeOf({ environment: env }: Replica): Place | null {
  const url = new URL(env.REPLICA_URL!)
  const path = decodeURIComponent(url.pathname).replace(/^\/|\/$/g, '')
  const endpoint = env.REPLICA_ENDPOINT || undefined
  switch (url.protocol) {
    case 'file:':
      return { kind: 'folder', folder: `/${path}` }
    case 's3:': {
      const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
      if (!accessKeyId || !secretAccessKey) return null
      const region = env.REPLICA_REGION || env.AWS_REGION || 'us-east-1'
      const sessionToken = env.AWS_SESSION_TOKEN || undefined
      return {
        kind: 's3',
        bucket: url.host,
        path,
        endpoint,
        region,
        accessKeyId,
        secretAccessKey,
        sessionToken,
      }
    }
    case 'abs:': {
      const key = env.LITESTREAM_AZURE_ACCOUNT_KEY
      return key ? { kind: 'azure', account: url.username, container: url.host, path, endpoint, key } : null
    }
    default:
      return null
  }
}

/**
 * The small object of this name in the store of the backup. Null when `placeOf` returns null, and for a folder when
 * conditional writes are needed.
 */
export function objectIn(
  replica: Replica,
  name: string,
  { answerMs = usualAnswerMs, needs = 'best effort' }: Partial<ObjectTerms> = {},
): SmallObject | null {
  const [place, terms] = [placeOf(replica), { answerMs, needs }]
  switch (place?.kind) {
    case 'folder':
      return needs === 'conditions' ? null : folderObject(place.folder, name)
    case 's3':
      return s3Object(place, name, terms)
    case 'azure':
      return azureObject(place, name, terms)
    case undefined:
      return null
  }
}
