import { sayMoment } from '../../../base/time/moment.ts'
import { words } from '../../../words/words.ts'
import { Copyable } from '../parts/copyable.tsx'
import { News } from '../parts/news.tsx'
import type { Issued } from './state.ts'

/** A link with which a member makes a passkey. The link is shown only once. */
export function NewLink({ member, link, mailed }: Issued) {
  const { people } = words.value
  const label = people.linkFor(member.name)
  const until = sayMoment(link.expiresAt)
  return (
    <News label={label}>
      <p>{mailed ? people.mailed(member.name, member.email) : people.notMailed(member.name)}</p>
      {link.url !== null && <Copyable label={label} value={link.url} />}
      <p class="hint">{link.url === null ? people.worksUntil(until) : people.notAgain(until)}</p>
    </News>
  )
}
