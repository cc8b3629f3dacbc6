import type { Replica } from '../../config.ts'
import { azureClaim } from './azure.ts'
import { type ClaimObject, claimName } from './claim-object.ts'
import { folderClaim } from './folder.ts'
import { s3Claim } from './s3.ts'

/**
 * The small object of this name in the store that the backup goes to; the claim when no name is given. Null where this program cannot read and write an object of its own:
 * over SFTP, and where the keys are not in the environment.
 */
export function claimIn({ environment: env }: Replica, name = claimName): ClaimObject | null {
  const url = new URL(env.REPLICA_URL!)
  const path = decodeURIComponent(url.pathname).replace(/^\/|\/$/g, '')
  const endpoint = env.REPLICA_ENDPOINT || undefined
  switch (url.protocol) {
    case 'file:':
      return folderClaim(`/${path}`, name)
    case 's3:': {
      const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env
      if (!accessKeyId || !secretAccessKey) return null
      const region = env.REPLICA_REGION || env.AWS_REGION || 'us-east-1'
      const sessionToken = env.AWS_SESSION_TOKEN || undefined
      return s3Claim(
        { bucket: url.host, path, endpoint, region, accessKeyId, secretAccessKey, sessionToken },
        name,
      )
    }
    case 'abs:': {
      const key = env.LITESTREAM_AZURE_ACCOUNT_KEY
      return key
        ? azureClaim({ account: url.username, container: url.host, path, endpoint, key }, name)
        : null
    }
    default:
      return null
  }
}
