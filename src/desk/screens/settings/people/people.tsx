import { api } from '../../../api/api.ts'
import { me } from '../../../base/me.ts'
import { say } from '../../../base/toasts.tsx'
import type { Member } from '../../../contract/names.ts'
import { useNew, wrongEmail } from '../../../parts/draft.ts'
import { DraftForm } from '../../../parts/draft-form.tsx'
import { Read, useResource } from '../../../parts/read.tsx'
import { TextField } from '../../../parts/text-field.tsx'
import { words } from '../../../words/words.ts'
import { useForgotten } from '../parts/news.tsx'
import { Part } from '../parts/part.tsx'
import { Rows } from '../parts/rows.tsx'
import { RoleField, sayTaken } from './fields.tsx'
import { NewLink } from './new-link.tsx'
import { Person } from './person.tsx'
import { issued, people } from './state.ts'

/** The members of the practice, for owners. */
export function People() {
  const { people: says } = words.value
  useForgotten(issued)
  return (
    <>
      <Part about={says.about}>
        <Read from={useResource(people)}>
          {({ members, invitations }) => {
            const links = new Map(invitations.map(({ memberId, expiresAt }) => [memberId, expiresAt]))
            // A member with an open link has no passkey, so they cannot sign in.
            const owners = members.filter(
              ({ id, role, active }) => role === 'owner' && active && !links.has(id),
            )
            return (
              <Rows none={says.none}>
                {members.map((member) => (
                  <Person
                    key={member.id}
                    member={member}
                    linkUntil={links.get(member.id)}
                    sole={owners.length === 1 && member.id === me.value.user.id}
                  />
                ))}
              </Rows>
            )
          }}
        </Read>
        {issued.value && <NewLink key={issued.value.link.expiresAt} {...issued.value} />}
      </Part>
      <Part title={says.inviteTitle}>
        <Invitation />
      </Part>
    </>
  )
}

const nobody = { email: '', name: '', role: 'assistant' as Member['role'] }

/** The form that invites a new member. */
function Invitation() {
  const { people: says } = words.value
  const draft = useNew(nobody, invite, ({ email }) => {
    const wrong = wrongEmail(email)
    return wrong === undefined ? {} : { email: wrong }
  })
  return (
    <DraftForm draft={draft} verb={says.invite}>
      <div class="pair">
        <TextField draft={draft} name="email" type="email" label={says.email} />
        <TextField draft={draft} name="name" label={says.name} optional />
        <RoleField role={draft.fields.role} choose={(role) => draft.set({ role })} />
      </div>
    </DraftForm>
  )
}

async function invite({ email, name, role }: typeof nobody): Promise<void> {
  issued.value = undefined
  const body = { email: email.trim(), role, ...(name.trim() !== '' && { name: name.trim() }) }
  const made = await api.POST('/api/v1/members', { body }).catch(sayTaken)
  await people.again()
  issued.value = made
  say(words.value.people.invited(made.member.name))
}
