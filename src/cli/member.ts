import { lookupId } from '../domain/id.ts'
import { browseMembers } from '../features/members/actions.ts'
import { browsePasskeys } from '../features/passkeys/actions.ts'
import type { Store } from '../store/store.ts'
import { command, optional, UsageError } from './command.ts'
import { withStore } from './store.ts'

/** The option of every command that names a member by `--email`. */
export const practiceOption = optional(
  'ID',
  'The practice. Needed only where several practices have a member with this address.',
)

/**
 * The active member that `--email` names. `--practice` chooses the practice when several practices have such a member.
 * @throws UsageError.
 */
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

export const memberList = command({
  name: 'member list',
  summary: 'Lists the members of every practice, or of one.',
  options: { practice: optional('ID', 'The practice. All practices when left out.') },
  run: ({ practice }, { config, now }) =>
    withStore(config, async ({ identity, practices }) => {
      const ids = identity.practiceIds().filter((id) => practice === undefined || id === lookupId(practice))
      if (ids.length === 0 && practice !== undefined) throw new UsageError('--practice is no practice here')
      return ids.flatMap((practiceId) => {
        const own = practices.of(practiceId)
        return browseMembers(own, now()).members.map(({ id, name, email, role, active }) => {
          const passkeys = browsePasskeys(own, id).length
          return { memberId: id, practiceId, name, email, role, active, passkeys }
        })
      })
    }),
})
