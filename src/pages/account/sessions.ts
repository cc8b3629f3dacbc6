import { browserName } from '../parts/browser-name.ts'
import { momentOf } from '../parts/dates.ts'
import { say } from '../parts/dom.ts'
import type { Session } from '../parts/records.ts'
import { action, list, row, type Section, section } from '../parts/section.ts'
import { call } from '../parts/session.ts'

/** The browsers in which the member is signed in. */
export function showSessions(): Section {
  const sessions = section('sessions', async () => {
    const found = await call<{ sessions: Session[] }>('GET', '/me/sessions')
    return [list(found.sessions.map(draw), 'There is no session.')]
  })

  const draw = ({ id, userAgent, createdAt, lastSeenAt, current }: Session) => {
    const name = browserName(userAgent)
    return row({
      title: name,
      badges: current ? ['This browser'] : [],
      notes: [['Signed in ', momentOf(createdAt), ', last seen ', momentOf(lastSeenAt)]],
      actions: current
        ? []
        : [
            action('Sign out', name, async () => {
              await call('DELETE', `/me/sessions/${id}`)
              say('That browser is signed out.')
              await sessions.changed()
            }),
          ],
    })
  }
  return sessions
}
