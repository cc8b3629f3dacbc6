import { ask as send } from '../../api/api.ts'
import { failedBy } from '../../api/failure.ts'
import type { Member } from '../../api/names.ts'
import { Field } from '../../parts/field.tsx'
import { me, readMe } from '../../shell/me.ts'
import { say } from '../../shell/toasts.tsx'
import { words } from '../../words/words.ts'
import { ask } from '../shared/ask.tsx'
import { fieldValue } from '../shared/checked-form.tsx'
import { TextField } from '../shared/text-field.tsx'
import { RoleChoice, sayLocked, sayTaken } from './fields.tsx'
import { people } from './state.ts'

interface Standing {
  /** The only owner who can sign in stays an owner. */
  readonly sole: boolean
  readonly hasLink: boolean
}

/** Changes the name, the address, the colour and the role of a member. */
export async function edit(member: Member, { sole, hasLink }: Standing): Promise<void> {
  const { people: says, shell } = words.value
  const { id: memberId, name, email, role, color } = member
  let saved: Member | undefined
  await ask({
    title: says.editTitle(name),
    verb: shell.save,
    fields: (errors) => (
      <>
        <TextField name="name" label={says.name} value={name} required error={errors.name} />
        <TextField name="email" label={says.email} type="email" value={email} required error={errors.email} />
        {!sole && <Field label={says.role}>{(its) => <RoleChoice {...its} role={role} />}</Field>}
        <Field label={says.color} error={errors.color}>
          {(its) => <input {...its} type="color" name="color" defaultValue={color ?? plainColor} />}
        </Field>
        <label class="tick">
          <input type="checkbox" name="noColor" defaultChecked={color === null} />
          {says.noColor}
        </label>
      </>
    ),
    act: async (form) => {
      const body = {
        name: fieldValue(form, 'name'),
        email: fieldValue(form, 'email'),
        ...(!sole && { role: fieldValue(form, 'role') as Member['role'] }),
        ...chosenColor(form, color),
      }
      saved = await send((api) =>
        api.PATCH('/api/v1/members/{memberId}', { params: { path: { memberId } }, body }),
      ).catch((error) =>
        failedBy(error, 'conflict') && error.details.length > 0 ? sayTaken(error) : sayLocked(error),
      )
    },
  })
  if (saved === undefined) return
  // Another address ends a link that went to the old one.
  say(hasLink && saved.email !== email ? says.savedLinkEnded : says.saved)
  // With another role, other pages belong to the member.
  if (memberId === me.value.user.id) await readMe()
  await people.again()
}

/** What the field for a colour shows while there is none. */
const plainColor = '#0f6b66'

/** A colour that was typed in another notation stays as it is, unless another one is chosen. */
function chosenColor(form: HTMLFormElement, before: string | null): { readonly color?: string | null } {
  const none = (form.elements.namedItem('noColor') as HTMLInputElement).checked
  const field = form.elements.namedItem('color') as HTMLInputElement
  if (none) return before === null ? {} : { color: null }
  return before !== null && field.value === field.defaultValue ? {} : { color: field.value }
}
