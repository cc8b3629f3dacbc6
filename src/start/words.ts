/** The texts that a server prints when it starts, whatever the log level is. */
import packageJson from '../../package.json' with { type: 'json' }
import type { Server } from '../server.ts'

/** Without this address nobody can sign in, so it is printed even when the log is silent. */
export const firstStart = (setupUrl: string): string => `
There is no practice yet. Open this address within 15 minutes to create one. Each restart prints a new address.

  ${setupUrl}
`

/** The addresses and the token that a developer needs after `bun dev`. */
export const welcome = ({ url, demo }: Server): string => `
chairside ${packageJson.version}${demo === undefined ? '' : ' with a demo practice'}

  API            ${url}/api/v1
  Documentation  ${url}/docs   (press Authorize and paste a token)
  Token          ${demo?.token ?? 'none: this database holds a practice of its own. Make one with `chairside token create`'}
  Sign in        ${demo?.signInUrl ?? `${url}/sign-in`}
`
