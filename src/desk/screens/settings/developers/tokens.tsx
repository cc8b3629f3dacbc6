import { api } from '../../../api/api.ts'
import { sayDay, sayMoment } from '../../../base/time/moment.ts'
import { say } from '../../../base/toasts.tsx'
import type { components } from '../../../contract/openapi.ts'
import { resource } from '../../../live/resource.ts'
import { askFirst } from '../../../parts/ask-first.tsx'
import { locale, words } from '../../../words/words.ts'
import { Act, Row } from '../parts/rows.tsx'

type Token = components['schemas']['ApiToken']

/** The member's own tokens. */
export const ownTokens = resource({
  read: async () => (await api.GET('/api/v1/me/tokens')).tokens,
  kinds: ['token'],
})

/** The tokens of all members. For owners. */
export const allTokens = resource({
  read: async () => (await api.GET('/api/v1/tokens')).tokens,
  kinds: ['token', 'member'],
})

interface Props {
  readonly token: Token
  readonly badges?: readonly string[]
  readonly revoke: () => Promise<unknown>
  readonly revoked: () => Promise<unknown>
}

/** A token, with a button that revokes it. */
export function TokenRow({ token, badges = [], revoke, revoked }: Props) {
  const { developers: says } = words.value
  const { name, scopes, createdAt, lastUsedAt, expiresAt } = token
  const used = lastUsedAt && sayMoment(lastUsedAt)
  const end = async () => {
    const done = await askFirst({
      title: says.revokeTitle,
      text: [says.revokeText(name)],
      verb: says.revoke,
      danger: true,
      act: revoke,
    })
    if (!done) return
    say(says.revoked)
    await revoked()
  }
  return (
    <Row
      title={name}
      badges={badges}
      notes={[
        says.times(sayMoment(createdAt), used, sayDay(expiresAt)),
        sentence(scopes.map((scope) => says.scopes[scope])),
      ]}
    >
      <Act says={says.revoke} of={name} act={end} />
    </Row>
  )
}

const sentence = (pieces: readonly string[]): string => {
  const text = new Intl.ListFormat(locale.value).format(pieces)
  return text.charAt(0).toUpperCase() + text.slice(1)
}
