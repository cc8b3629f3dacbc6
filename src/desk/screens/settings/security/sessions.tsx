import { api, at } from '../../../api/api.ts'
import { Button } from '../../../base/button.tsx'
import { sayMoment } from '../../../base/time/moment.ts'
import { say, sayTrouble } from '../../../base/toasts.tsx'
import { Read, useResource } from '../../../parts/read.tsx'
import { words } from '../../../words/words.ts'
import { Part } from '../parts/part.tsx'
import { Act, Row, Rows } from '../parts/rows.tsx'
import { browserName } from './browser-name.ts'
import { sessions } from './state.ts'

/** The browsers in which the member is signed in. */
export function Sessions() {
  const { security } = words.value
  return (
    <Part title={security.sessions} about={security.sessionsAbout}>
      <Read from={useResource(sessions)}>
        {(found) => {
          const others = found.filter(({ current }) => !current)
          return (
            <>
              <Rows none={security.none}>
                {found.map(({ id, userAgent, createdAt, lastSeenAt, current }) => {
                  const name = browserName(userAgent)
                  return (
                    <Row
                      key={id}
                      title={name}
                      badges={current ? [security.thisBrowser] : []}
                      notes={[security.seen(sayMoment(createdAt), sayMoment(lastSeenAt))]}
                    >
                      {!current && (
                        <Act says={security.signOut} of={name} act={() => end([id], security.signedOut)} />
                      )}
                    </Row>
                  )
                })}
              </Rows>
              {others.length > 1 && (
                <div>
                  <Button
                    onClick={() =>
                      void end(
                        others.map(({ id }) => id),
                        security.othersSignedOut,
                      ).catch(sayTrouble)
                    }
                  >
                    {security.signOutOthers}
                  </Button>
                </div>
              )}
            </>
          )
        }}
      </Read>
    </Part>
  )
}

async function end(ids: readonly string[], said: string): Promise<void> {
  for (const sessionId of ids) await api.DELETE('/api/v1/me/sessions/{sessionId}', at({ sessionId }))
  say(said)
  await sessions.again()
}
