import { copyable } from '../parts/copy.ts'
import { dayOf, momentOf } from '../parts/dates.ts'
import { askFirst } from '../parts/dialog.ts'
import { byId, make, say } from '../parts/dom.ts'
import { fieldValue, onSubmit } from '../parts/form.ts'
import type { ApiToken, Member, TokenScope } from '../parts/records.ts'
import { action, list, row, type Section, section } from '../parts/section.ts'
import { call } from '../parts/session.ts'

const permits: Record<TokenScope, string> = {
  read: 'reads records',
  write: 'changes records',
  settings: 'changes settings',
}

/** The member's own API tokens. A new token is shown only once. Only owners may give a token the settings. */
export function showTokens({ role }: Member): Section {
  const fresh = byId('new-token')
  if (role !== 'owner') byId('token-settings').remove()
  const tokens = section('tokens', async () => {
    const found = await call<{ tokens: ApiToken[] }>('GET', '/me/tokens')
    return [list(found.tokens.map(draw), 'You have no token.')]
  })
  const draw = (token: ApiToken) =>
    drawToken(token, [], `/me/tokens/${token.id}`, async () => {
      fresh.replaceChildren()
      await tokens.changed()
    })

  const form = byId<HTMLFormElement>('make-token')
  onSubmit(form, async () => {
    const chosen = form.querySelectorAll<HTMLInputElement>('[name=scopes]:checked')
    const made = await call<ApiToken & { token: string }>('POST', '/me/tokens', {
      name: fieldValue(form, 'name'),
      days: Number(fieldValue(form, 'days')),
      scopes: [...chosen].map(({ value }) => value),
    })
    form.reset()
    fresh.replaceChildren(
      make(
        'p',
        {},
        make('strong', { textContent: 'Copy the token now.' }),
        ' It is not shown again. Anybody who has it can work in your name.',
      ),
      copyable('The new token', made.token),
    )
    await tokens.refresh()
    fresh.focus()
  })
  return tokens
}

/** The API tokens of the other members, for owners. `self` is the signed-in member. */
export function showTokensOfPractice(self: Member): Section {
  const tokens = section('practice-tokens', async () => {
    const [all, { members }] = await Promise.all([
      call<{ tokens: (ApiToken & { memberId: string })[] }>('GET', '/tokens'),
      call<{ members: Member[] }>('GET', '/members'),
    ])
    const names = new Map(members.map(({ id, name }) => [id, name]))
    const others = all.tokens.filter(({ memberId }) => memberId !== self.id)
    const draw = (token: (typeof others)[number]) =>
      drawToken(token, [names.get(token.memberId) ?? ''], `/tokens/${token.id}`, () => tokens.changed())
    return [list(others.map(draw), 'Your colleagues have no token.')]
  })
  return tokens
}

/** The row of a token, with a button that revokes it at `path`. */
function drawToken(
  { name, scopes, createdAt, lastUsedAt, expiresAt }: ApiToken,
  badges: readonly string[],
  path: string,
  revoked: () => Promise<void>,
): HTMLElement {
  const use = lastUsedAt === null ? ['never used'] : ['last used ', momentOf(lastUsedAt)]
  return row({
    title: name,
    badges,
    notes: [
      ['Made ', momentOf(createdAt), ', ', ...use, ', ends ', dayOf(expiresAt)],
      [sentence(scopes.map((scope) => permits[scope]))],
    ],
    actions: [
      action('Revoke', name, async () => {
        const done = await askFirst(
          'Revoke this token?',
          `Programs that use “${name}” stop working at once.`,
          'Revoke',
          () => call('DELETE', path),
        )
        if (!done) return
        say('The token is revoked.')
        await revoked()
      }),
    ],
  })
}

const sentence = (words: readonly string[]): string => {
  const text = new Intl.ListFormat('en-GB').format(words)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
