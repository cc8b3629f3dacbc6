import { copyable } from '../parts/copy.ts'
import { momentOf } from '../parts/dates.ts'
import { askFirst, askFirstWith, type Field, fillIn } from '../parts/dialog.ts'
import { byId, make, say } from '../parts/dom.ts'
import { fieldValue, onSubmit } from '../parts/form.ts'
import type { Issued, Member } from '../parts/records.ts'
import { action, list, row, type Section, section } from '../parts/section.ts'
import { call } from '../parts/session.ts'

interface Members {
  readonly members: readonly Member[]
  readonly invitations: readonly { readonly memberId: string; readonly expiresAt: string }[]
}

const roles = { assistant: 'Assistant', owner: 'Owner' }

/**
 * The practice's members, for owners. `self` is the signed-in member. Times are in `zone`, the practice's time zone.
 * `tokens` is read again when tokens of members may have ended.
 */
export function showMembers(self: Member, zone: () => string, tokens: Section): Section {
  const issued = byId('new-link')
  const members = section('members', async () => {
    const { members, invitations } = await call<Members>('GET', '/members')
    const links = new Map(invitations.map(({ memberId, expiresAt }) => [memberId, expiresAt]))
    // A member with an open link has no passkey.
    const owners = members.filter(({ id, role, active }) => role === 'owner' && active && !links.has(id))
    const soleOwner = owners.length === 1
    return [
      list(
        members.map((member) => draw(member, links.get(member.id), soleOwner && member.id === self.id)),
        'There is none.',
      ),
    ]
  })

  /** `sole` marks the only owner who can sign in, and who must stay an owner. */
  const draw = (member: Member, linkUntil: string | undefined, sole: boolean) => {
    const { id, name, email, role, active } = member
    const own = id === self.id
    const deactivation = action('Deactivate', name, () => deactivate(member, own))
    const activation = action('Activate', name, async () => {
      await call('PATCH', `/members/${id}`, { active: true })
      say(`${name} is active again. Make a new link now, so that ${name} can sign in.`)
      await members.changed()
    })
    return row({
      title: name,
      badges: [roles[role], ...(own ? ['You'] : []), ...(active ? [] : ['Deactivated'])],
      notes: [
        ...(name === email ? [] : [[email]]),
        ...(sole
          ? [['The only owner with a passkey. To step down, make another member an owner first.']]
          : []),
        ...(linkUntil === undefined
          ? []
          : [['Has a link to make a passkey. It works until ', momentOf(linkUntil, zone())]]),
      ],
      actions: [
        action('Edit', name, () => edit(member, linkUntil !== undefined, sole)),
        ...(own || !active ? [] : [action('New link', name, () => replaceLink(member))]),
        ...(sole ? [] : [active ? deactivation : activation]),
      ],
    })
  }

  const edit = async ({ id, name, email, role }: Member, hasLink: boolean, sole: boolean) => {
    const fields: Field[] = [
      { name: 'name', label: 'Name', value: name },
      { name: 'email', label: 'E-mail', value: email, type: 'email' },
      ...(sole ? [] : [{ name: 'role', label: 'Role', value: role, choices: roles }]),
    ]
    let saved: Member | undefined
    await fillIn('Edit this member', fields, 'Save', async (values) => {
      saved = await call<Member>('PATCH', `/members/${id}`, values)
    })
    if (saved === undefined) return
    if (id === self.id) {
      // With another role, another page belongs to the member.
      if (saved.role !== role) return location.reload()
      byId('user-name').textContent = saved.name
      byId('user-email').textContent = saved.email
    }
    // Another address ends a link that went to the old one.
    say(
      hasLink && saved.email !== email
        ? 'The member is saved. Their link does not work any more: make a new one.'
        : 'The member is saved.',
    )
    await members.changed()
  }

  const deactivate = async ({ id, name }: Member, own: boolean) => {
    const [title, text] = own
      ? [
          'Deactivate yourself?',
          'You are signed out everywhere at once and cannot sign in until another owner activates you again and gives you a new link.',
        ]
      : [
          `Deactivate ${name}?`,
          `${name} is signed out everywhere at once. Passkeys and API tokens end, and no record is deleted. To sign in again, ${name} needs an owner to activate the account and to make a new link.`,
        ]
    const done = await askFirst(title, text, 'Deactivate', () =>
      call('PATCH', `/members/${id}`, { active: false }),
    )
    if (!done) return
    say(`${name} is deactivated.`)
    await Promise.all([members.changed(), tokens.refresh()])
  }

  const replaceLink = async ({ id, name }: Member) => {
    issued.replaceChildren()
    let made: Issued | undefined
    await askFirstWith(
      'Revoke the API tokens, too',
      `Make a new link for ${name}?`,
      `Do this when a passkey is lost or stolen. All passkeys of ${name} stop working now, and every open session ends. With the link, ${name} makes a new passkey.`,
      'Make a new link',
      async (endTokens) => {
        made = await call<Issued>('POST', `/members/${id}/link`, { endTokens })
      },
    )
    if (made === undefined) return
    await Promise.all([members.refresh(), tokens.refresh()])
    showLink(made)
  }

  function showLink({ member, link, mailed }: Issued): void {
    issued.replaceChildren(
      make(
        'p',
        {},
        make('strong', { textContent: `The link for ${member.name}` }),
        mailed
          ? ` was sent to ${member.email}.`
          : '. No e-mail was sent. Give them the link yourself, so that nobody else sees it.',
      ),
      ...(link.url === null ? [] : [copyable(`The link for ${member.name}`, link.url)]),
      make(
        'p',
        { className: 'note' },
        'It works once, until ',
        momentOf(link.expiresAt, zone()),
        link.url === null ? '.' : ', and it is not shown again.',
      ),
    )
    issued.focus()
  }

  const form = byId<HTMLFormElement>('invite')
  onSubmit(form, async () => {
    issued.replaceChildren()
    const name = fieldValue(form, 'name')
    const made = await call<Issued>('POST', '/members', {
      email: fieldValue(form, 'email'),
      role: fieldValue(form, 'role'),
      ...(name !== '' && { name }),
    })
    form.reset()
    await members.refresh()
    say(`${made.member.name} is invited.`)
    showLink(made)
  })
  return members
}
