import { failedBy, instead } from '../../../api/failure.ts'
import { Told } from '../../../base/say-failure.ts'
import type { Member } from '../../../contract/names.ts'
import { mistakes } from '../../../parts/form.ts'
import { SelectField } from '../../../parts/select.tsx'
import { words } from '../../../words/words.ts'

type Role = Member['role']

const roles: readonly Role[] = ['assistant', 'owner']

interface Props {
  readonly role: Role
  readonly choose: (role: Role) => void
}

/** A choice of the role, in a form. */
export const RoleField = ({ role, choose }: Props) => {
  const { people: says } = words.value
  const choices = roles.map((role) => [role, says.roles[role]] as const)
  return <SelectField label={says.role} name="role" value={role} choices={choices} choose={choose} />
}

/** Turns a conflict into a mistake: another member has this e-mail address. @throws the mistake, or the error. */
export function sayTaken(error: unknown): never {
  throw failedBy(error, 'conflict') && error.details.some(({ path }) => path === 'email')
    ? mistakes({ email: words.value.people.emailTaken })
    : error
}

/** Turns a conflict into a sentence: the practice would have no owner who can sign in. @throws Told, or the error. */
export const sayLocked = (error: unknown): never =>
  instead('conflict', new Told(words.value.people.locksOut))(error)
