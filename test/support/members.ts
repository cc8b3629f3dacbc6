import { success } from './answers.ts'
import type { Clinic } from './clinic.ts'

/** The body of an invitation. */
export const jonas = { email: 'jonas@example.org', role: 'assistant' }

/** The owner invites a member. Returns the member, the link and whether the link was mailed. */
export const inviteMember = async (c: Clinic, fields: object = {}) =>
  success(await c.owner.call('POST', '/api/v1/members', { ...jonas, ...fields }), 201)
