import { failedBy, instead } from '../../../api/failure.ts'
import { Told } from '../../../base/say-failure.ts'
import type { Member } from '../../../contract/names.ts'
import { mistakes } from '../../../parts/form.ts'
import { words } from '../../../words/words.ts'

type Role = Member['role']

/** A choice of the role, in a form. */
export const RoleChoice = ({
  role,
  change,
  ...its
}: {
  readonly id: string
  readonly role: Role
  readonly change: (role: Role) => void
}) => (
  <select {...its} name="role" onChange={({ currentTarget: { value } }) => change(value as Role)}>
    {(['assistant', 'owner'] as const).map((value) => (
      <option key={value} value={value} selected={value === role}>
        {words.value.people.roles[value]}
      </option>
    ))}
  </select>
)

/** No two members of a practice share an address. */
export function sayTaken(error: unknown): never {
  throw failedBy(error, 'conflict') && error.details.some(({ path }) => path === 'email')
    ? mistakes({ email: words.value.people.emailTaken })
    : error
}

/** A conflict means that the practice would have no owner who can sign in. */
export const sayLocked = (error: unknown): never =>
  instead('conflict', new Told(words.value.people.locksOut))(error)
