/** Practices that each have their own host name. */
import { moveToHost } from '../../src/features/practice/host.ts'
import { openEnrolmentLink } from '../../src/features/shared/access.ts'
import { byTest } from './by-test.ts'
import type { Answer } from './client.ts'
import { type Clinic, type ClinicOptions, clinic } from './clinic.ts'

export const shared = 'app.example'
export const own = 'mueller.app.example'
export const theirs = 'schmidt.app.example'

/** Gives a practice a host. With null, the practice uses the shared host again. */
export const move = (c: Clinic, host: string | null, practiceId = c.owner.practiceId) =>
  moveToHost(c.store.practices.of(practiceId, byTest), { host, shared }, c.clock.now)

/** The clinic, whose practices both have a host. */
export async function hosted(options: ClinicOptions = {}) {
  const c = await clinic({ origin: () => `https://${shared}`, ...options })
  await move(c, own)
  await move(c, theirs, c.stranger.practiceId)
  return c
}

/** An answer without the id of its request, to compare answers. The id differs in each answer. */
export const bare = ({ status, headers, text, body }: Answer) => ({
  status,
  text: text.replaceAll(body.requestId, ''),
  headers: [...headers].filter(([name]) => name !== 'x-request-id').sort(),
})

/** A client of the clinic that sends this host in every request. */
export const at = (c: Clinic, host: string) => ({
  anonymous: (method: string, path: string, body?: unknown, headers = {}) =>
    c.anonymous(method, path, body, { host, ...headers }),
})

/** A new link by which the assistant enrols. */
export const newLink = async (c: Clinic) => {
  const { secret } = await c.practice.write((tx) => openEnrolmentLink(tx, c.assistant.userId, c.clock.now))
  return `https://${shared}/enrol#${secret}`
}

/** The status and the code of a refusal, and its message with the practice's new address. */
export const newAddress = ({ status, body }: Answer) => [
  status,
  body.error.code,
  body.error.details?.[0]?.message,
]
