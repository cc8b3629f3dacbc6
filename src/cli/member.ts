import { lookupId } from '../domain/id.ts'
import type { Store } from '../store/store.ts'
import { optional, UsageError } from './command.ts'

/** The option of every command that names a member by `--email`. */
export const practiceOption = optional(
  'ID',
  'The practice. Needed only where several practices have a member with this address.',
)

/** The active member that `--email` names, with `--practice` where several practices have one. @throws UsageError. */
export function memberOf(store: Store, email: string, practice: string | undefined) {
  const members = store.identity
    .membersByEmail(email)
    .filter(({ practiceId }) => practice === undefined || practiceId === lookupId(practice))
  const [member] = members
  if (member === undefined) throw new UsageError('--email belongs to no member. Check the address')
  if (members.length > 1)
    throw new UsageError(
      `--email belongs to members of several practices. Choose one with --practice: ${members.map(({ practiceId }) => practiceId).join(', ')}`,
    )
  if (!member.active)
    throw new UsageError('--email belongs to a member who is not active. Ask an owner to activate them')
  return member
}
