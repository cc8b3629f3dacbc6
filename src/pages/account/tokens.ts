import { copyable } from '../parts/copy.ts'
import { dayOf, momentOf } from '../parts/dates.ts'
import { askFirst } from '../parts/dialog.ts'
import { byId, make, say } from '../parts/dom.ts'
import { fieldValue, onSubmit } from '../parts/form.ts'
import type { ApiToken } from '../parts/records.ts'
import { action, list, row, type Section, section } from '../parts/section.ts'
import { call } from '../parts/session.ts'

/** The member's own API tokens. A new token is shown only once. */
export function showTokens(): Section {
  const fresh = byId('new-token')
  const tokens = section('tokens', async () => {
    const found = await call<{ tokens: ApiToken[] }>('GET', '/me/tokens')
    return [list(found.tokens.map(draw), 'You have no token.')]
  })

  const draw = ({ id, name, createdAt, expiresAt }: ApiToken) =>
    row({
      title: name,
      notes: [['Made ', momentOf(createdAt), ', ends ', dayOf(expiresAt)]],
      actions: [
        action('Revoke', name, async () => {
          const revoked = await askFirst(
            'Revoke this token?',
            `Programs that use “${name}” stop working at once.`,
            'Revoke',
            () => call('DELETE', `/me/tokens/${id}`),
          )
          if (!revoked) return
          fresh.replaceChildren()
          say('The token is revoked.')
          await tokens.changed()
        }),
      ],
    })

  const form = byId<HTMLFormElement>('make-token')
  onSubmit(form, async () => {
    const made = await call<ApiToken & { token: string }>('POST', '/me/tokens', {
      name: fieldValue(form, 'name'),
      days: Number(fieldValue(form, 'days')),
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
