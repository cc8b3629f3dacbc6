import type { Replica } from '../../config.ts'
import { azureObject } from './azure.ts'
import { folderObject } from './folder.ts'
import { s3Object } from './s3.ts'
import { type SmallObject, usualAnswerMs } from './small-object.ts'

/**
 * The small object of this name in the store that the backup goes to. Null where this program cannot read and write an object of its own:
 * over SFTP, and where the keys are not in the environment. A store that does not answer within `answerMs` counts as away.
 */
export function objectIn(
  { environment: env }: Replica,
  name: string,
  answerMs = usualAnswerMs,
): SmallObject | null {
  const url = new URL(env.REPLICA_URL!)
  const path = decodeURIComponent(url.pathname).replace(/^\/|\/$/g, '')
  const endpoint = env.REPLICA_ENDPOINT || undefined
  switch (url.protocol) {
    case 'file:':
      return folderObject(`/${path}`, name)
    case 's3:': {
      const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
      if (!accessKeyId || !secretAccessKey) return null
      const region = env.REPLICA_REGION || env.AWS_REGION || 'us-east-1'
      const sessionToken = env.AWS_SESSION_TOKEN || undefined
      return s3Object(
        { bucket: url.host, path, endpoint, region, accessKeyId, secretAccessKey, sessionToken },
        name,
        answerMs,
      )
    }
    case 'abs:': {
      const key = env.LITESTREAM_AZURE_ACCOUNT_KEY
      return key
        ? azureObject({ account: url.username, container: url.host, path, endpoint, key }, name, answerMs)
        : null
    }
    default:
      return null
  }
}
