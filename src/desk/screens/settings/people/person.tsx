import { api, at } from '../../../api/api.ts'
import { failedBy } from '../../../api/failure.ts'
import { me } from '../../../base/me.ts'
import { sayMoment } from '../../../base/time/moment.ts'
import { say } from '../../../base/toasts.tsx'
import type { Member } from '../../../contract/names.ts'
import { askFirst } from '../../../parts/ask-first.tsx'
import { Box } from '../../../parts/tick.tsx'
import { words } from '../../../words/words.ts'
import { Act, Row } from '../parts/rows.tsx'
import { edit } from './edit.tsx'
import { sayLocked } from './fields.tsx'
import { type Issued, issued, people } from './state.ts'

interface Props {
  readonly member: Member
  /** The instant until which the member's open link works; undefined when there is no link. */
  readonly linkUntil: string | undefined
  /** Whether the member is the only owner who can sign in. Such a member must stay an owner. */
  readonly sole: boolean
}

/** One member, with the buttons for an owner. */
export function Person({ member, linkUntil, sole }: Props) {
  const { people: says } = words.value
  const { id, name, email, role, active, color } = member
  const own = id === me.value.user.id
  return (
    <Row
      title={name}
      mark={color && <span class="person-color" style={{ '--color': color }} />}
      badges={[says.roles[role], ...(own ? [says.you] : []), ...(active ? [] : [says.deactivated])]}
      notes={[
        name !== email && email,
        sole && says.sole,
        linkUntil !== undefined && says.hasLink(sayMoment(linkUntil)),
      ]}
    >
      <Act says={says.edit} of={name} act={() => edit(member, { sole, hasLink: linkUntil !== undefined })} />
      {!own && active && <Act says={says.newLink} of={name} act={() => renewLink(member)} />}
      {!sole &&
        (active ? (
          <Act says={says.deactivate} of={name} act={() => deactivate(member, own)} />
        ) : (
          <Act says={says.activate} of={name} act={() => activate(member)} />
        ))}
    </Row>
  )
}

/**
 * Activates or deactivates a member. After somebody else's change, the page reads the members again. @throws Failure.
 */
async function setActive(memberId: string, active: boolean): Promise<void> {
  const { version } = people.value!.members.find(({ id }) => id === memberId)!
  try {
    await api.PATCH('/api/v1/members/{memberId}', { ...at({ memberId }, version), body: { active } })
  } catch (error) {
    if (failedBy(error, 'precondition_failed')) await people.again()
    sayLocked(error)
  }
}

async function activate({ id, name }: Member): Promise<void> {
  await setActive(id, true)
  say(words.value.people.activated(name))
  await people.again()
}

async function deactivate({ id, name }: Member, own: boolean): Promise<void> {
  const { people: says } = words.value
  const done = await askFirst({
    title: own ? says.deactivateSelfTitle : says.deactivateTitle(name),
    text: [own ? says.deactivateSelfText : says.deactivateText(name)],
    verb: says.deactivate,
    danger: true,
    act: () => setActive(id, false),
  })
  if (!done) return
  say(says.wasDeactivated(name))
  await people.again()
}

async function renewLink({ id, name }: Member): Promise<void> {
  const { people: says } = words.value
  issued.value = undefined
  let made: Issued | undefined
  await askFirst({
    title: says.linkTitle(name),
    text: [says.linkText(name)],
    verb: says.makeLink,
    danger: true,
    start: { endTokens: true },
    fields: ({ fields, set }) => (
      <Box
        label={says.linkTokens}
        name="endTokens"
        checked={fields.endTokens}
        change={(endTokens) => set({ endTokens })}
      />
    ),
    act: async (body) => {
      made = await api
        .POST('/api/v1/members/{memberId}/link', { ...at({ memberId: id }), body })
        .catch(sayLocked)
    },
  })
  if (made === undefined) return
  await people.again()
  issued.value = made
}
