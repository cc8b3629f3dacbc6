import { useSignal } from '@preact/signals'
import { api, at } from '../../../api/api.ts'
import { failedBy } from '../../../api/failure.ts'
import { me, readMe } from '../../../base/me.ts'
import type { Member } from '../../../contract/names.ts'
import { changedBy } from '../../../live/changed-by.ts'
import { openDialog } from '../../../parts/dialog.tsx'
import { missing, useDraft, wrongEmail } from '../../../parts/draft.ts'
import { Field } from '../../../parts/field.tsx'
import { RecordDialog } from '../../../parts/record-dialog.tsx'
import { TextField } from '../../../parts/text-field.tsx'
import { Box } from '../../../parts/tick.tsx'
import { words } from '../../../words/words.ts'
import { RoleField, sayLocked, sayTaken } from './fields.tsx'
import { people } from './state.ts'

interface Standing {
  /** Whether the member is the only owner who can sign in. Such a member must stay an owner. */
  readonly sole: boolean
  readonly hasLink: boolean
}

type Fields = Pick<Member, 'name' | 'email' | 'role' | 'color'>

/** Opens the dialogue that changes the name, the e-mail address, the colour and the role of a member. */
export async function edit(member: Member, standing: Standing): Promise<void> {
  let isSaved = false
  const saved = () => {
    isSaved = true
  }
  await openDialog((close) => <MemberDialog member={member} {...standing} close={close} saved={saved} />)
  if (!isSaved) return
  // With another role, the member may see other pages.
  if (member.id === me.value.user.id) await readMe()
  await people.again()
}

interface Props extends Standing {
  readonly member: Member
  readonly close: () => void
  readonly saved: () => void
}

function MemberDialog({ member, sole, hasLink, close, saved }: Props) {
  const { people: says } = words.value
  const record = useSignal(member)
  const path = { memberId: member.id }
  const draft = useDraft<Fields>({
    saved: () => {
      const { name, email, role, color, version } = record.value
      return { fields: { name, email, role, color }, version }
    },
    by: () => changedBy(member.id),
    send: async (changes, version) => {
      record.value = await api
        .PATCH('/api/v1/members/{memberId}', { ...at(path, version), body: trimmed(changes) })
        .catch((error) =>
          failedBy(error, 'conflict') && error.details.length > 0 ? sayTaken(error) : sayLocked(error),
        )
      saved()
    },
    readAgain: async () => {
      record.value = await api.GET('/api/v1/members/{memberId}', at(path))
    },
    check: mistakesIn,
  })
  const { email, role, color } = draft.fields
  const isOtherAddress = email.trim() !== record.value.email
  return (
    <RecordDialog
      title={says.editTitle(member.name)}
      draft={draft}
      close={close}
      size="small"
      // Another e-mail address ends a link that was sent to the old address.
      saved={hasLink && isOtherAddress ? says.savedLinkEnded : says.saved}
    >
      <TextField name="name" label={says.name} draft={draft} />
      <TextField name="email" type="email" label={says.email} draft={draft} />
      {!sole && <RoleField role={role} choose={(role) => draft.set({ role })} />}
      <Field label={says.color} error={draft.errorAt('color')}>
        {(its) => (
          <input
            {...its}
            type="color"
            name="color"
            value={color ?? plainColor}
            onInput={({ currentTarget: { value } }) => draft.set({ color: value })}
          />
        )}
      </Field>
      <Box
        label={says.noColor}
        name="noColor"
        checked={color === null}
        change={(none) => draft.set({ color: none ? null : (record.value.color ?? plainColor) })}
      />
    </RecordDialog>
  )
}

/** The colour that the field shows while the member has none. */
const plainColor = '#0f6b66'

const trimmed = ({ name, email, ...others }: Partial<Fields>): Partial<Fields> => ({
  ...others,
  ...(name !== undefined && { name: name.trim() }),
  ...(email !== undefined && { email: email.trim() }),
})

function mistakesIn({ name, email }: Fields): Record<string, string> {
  const wrong = wrongEmail(email)
  return { ...missing({ name }), ...(wrong !== undefined && { email: wrong }) }
}
