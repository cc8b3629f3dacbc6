/** The last check before a change is acknowledged. */
import { unavailable } from '../domain/problem.ts'

/**
 * The hook that runs after every handler. A process may be frozen between a commit and its answer, and another server
 * may own the practices when that process runs again. So a request that may have changed something is answered with
 * 503, unless `owns` returns true: this server still owns its practices.
 */
export const acknowledging =
  (owns: () => boolean) =>
  ({ request }: { readonly request: Request }): void => {
    if (request.method === 'GET' || request.method === 'HEAD' || owns()) return
    throw unavailable(
      undefined,
      'This server is no longer sure that it owns the practice, so this change may or may not have been kept. Look before you send it again.',
    )
  }
