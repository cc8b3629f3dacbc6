import { signal } from '@preact/signals'
import { api } from '../../../api/api.ts'
import type { Member } from '../../../contract/names.ts'
import { resource } from '../../../live/resource.ts'

/** The members with their open links. */
export const people = resource({
  read: () => api.GET('/api/v1/members'),
  kinds: ['member', 'link', 'passkey'],
})

/** A link that was just made. Its `url` is null when the link was sent by e-mail. */
export interface Issued {
  readonly member: Member
  readonly link: { readonly url: string | null; readonly expiresAt: string }
  readonly mailed: boolean
}

/** The newest link. The link is shown only once, and cleared when the page is left. */
export const issued = signal<Issued | undefined>(undefined)
