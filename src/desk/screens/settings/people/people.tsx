import { useEffect } from 'preact/hooks'
import { ask } from '../../../api/api.ts'
import { me } from '../../../base/me.ts'
import { say } from '../../../base/toasts.tsx'
import type { Member } from '../../../contract/names.ts'
import { fieldValue } from '../../../parts/checked-form.ts'
import { Field } from '../../../parts/field.tsx'
import { Read, useResource } from '../../../parts/read.tsx'
import { TextField } from '../../../parts/text-field.tsx'
import { words } from '../../../words/words.ts'
import { CheckedForm } from '../parts/checked-form.tsx'
import { Part } from '../parts/part.tsx'
import { Rows } from '../parts/rows.tsx'
import { RoleChoice, sayTaken } from './fields.tsx'
import { NewLink } from './new-link.tsx'
import { Person } from './person.tsx'
import { issued, people } from './state.ts'

/** The members of the practice, for owners. */
export function People() {
  const { people: says } = words.value
  useEffect(
    () => () => {
      issued.value = undefined
    },
    [],
  )
  return (
    <>
      <Part about={says.about}>
        <Read from={useResource(people)}>
          {({ members, invitations }) => {
            const links = new Map(invitations.map(({ memberId, expiresAt }) => [memberId, expiresAt]))
            // A member with an open link has no passkey.
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
        <CheckedForm verb={says.invite} send={invite}>
          {(errors) => (
            <>
              <div class="pair">
                <TextField name="email" label={says.email} type="email" required error={errors.email} />
                <TextField name="name" label={says.name} error={errors.name} />
                <Field label={says.role}>{(its) => <RoleChoice {...its} />}</Field>
              </div>
            </>
          )}
        </CheckedForm>
      </Part>
    </>
  )
}

async function invite(form: HTMLFormElement): Promise<void> {
  issued.value = undefined
  const name = fieldValue(form, 'name')
  const made = await ask((api) =>
    api.POST('/api/v1/members', {
      body: {
        email: fieldValue(form, 'email'),
        role: fieldValue(form, 'role') as Member['role'],
        ...(name !== '' && { name }),
      },
    }),
  ).catch(sayTaken)
  await people.again()
  issued.value = made
  say(words.value.people.invited(made.member.name))
}
