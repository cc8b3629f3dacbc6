/** Practices that have hosts of their own, as tests meet them. */
import { moveToHost } from '../../src/features/practice/host.ts'
import { openEnrolmentLink } from '../../src/features/shared/access.ts'
import { byTest } from './by-test.ts'
import type { Answer } from './client.ts'
import { type Clinic, type ClinicOptions, clinic } from './clinic.ts'

export const shared = 'app.example'
export const own = 'mueller.app.example'
export const theirs = 'schmidt.app.example'

/** Gives a practice a host, or takes it away. */
export const move = (c: Clinic, host: string | null, practiceId = c.owner.practiceId) =>
  moveToHost(c.store.practices.of(practiceId, byTest), { host, shared }, c.clock.now)

/** The clinic, whose practices both have a host. */
export async function hosted(options: ClinicOptions = {}) {
  const c = await clinic({ origin: () => `https://${shared}`, ...options })
  await move(c, own)
  await move(c, theirs, c.stranger.practiceId)
  return c
}

/** An answer without what differs in each: the id of the request. */
export const bare = ({ status, headers, text, body }: Answer) => ({
  status,
  text: text.replaceAll(body.requestId, ''),
  headers: [...headers].filter(([name]) => name !== 'x-request-id').sort(),
})

/** The clinic as a browser at this host sees it. */
export const at = (c: Clinic, host: string) => ({
  anonymous: (method: string, path: string, body?: unknown, headers = {}) =>
    c.anonymous(method, path, body, { host, ...headers }),
})

/** A new link for the assistant. */
export const newLink = async (c: Clinic) => {
  const { secret } = await c.practice.write((tx) => openEnrolmentLink(tx, c.assistant.userId, c.clock.now))
  return `https://${shared}/enrol#${secret}`
}

/** The address that a refusal names as the new one. */
export const newAddress = ({ status, body }: Answer) => [
  status,
  body.error.code,
  body.error.details?.[0]?.message,
]
