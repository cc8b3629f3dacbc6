/** The messages that were sent to a patient, will be sent, or were not sent. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import { api } from '../../api/api.ts'
import { Trouble } from '../../base/trouble.tsx'
import { whenChanged } from '../../live/changes.ts'
import { growing, type Piece } from '../../live/growing.ts'
import { More } from '../../parts/more.tsx'
import { Read } from '../../parts/read.tsx'
import { words } from '../../words/words.ts'
import { coming, past } from './appointments-state.ts'
import { type Message, MessageLine } from './message-line.tsx'
import { Section } from './section.tsx'

const pageSize = 20

export function Messages({ patientId }: { readonly patientId: string }) {
  const { patient: w } = words.value
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={w.messages}>
      <details class="unfold" onToggle={({ currentTarget: { open } }) => setOpen(open)}>
        <summary>{w.messagesShow}</summary>
        {isOpen && <List patientId={patientId} />}
      </details>
    </Section>
  )
}

function List({ patientId }: { readonly patientId: string }) {
  const { patient: w } = words.value
  const shown = useMemo(
    () => growing<Message>(pageSize, (limit, cursor) => readPiece(patientId, limit, cursor)),
    [patientId],
  )
  const visits = [...(coming.value?.list ?? []), ...(past.value?.list ?? [])]
  // A booking, a move or a cancellation plans messages. Each of these acts also changes the appointments on this page.
  const stateOfVisits = visits.map(({ id, version }) => `${id} ${version}`).join()
  useEffect(() => void shown.again(), [shown, stateOfVisits])
  useEffect(
    () =>
      whenChanged((changes) => {
        const isKnown = (id: string) => shown.value?.list.some(({ appointmentId }) => appointmentId === id)
        if (changes.length === 0 || changes.some(({ kind, id }) => kind === 'recall' || isKnown(id)))
          void shown.again()
      }),
    [shown],
  )
  return (
    <Read from={shown}>
      {({ list, next }) => (
        <>
          {shown.trouble !== undefined && <Trouble error={shown.trouble} again={() => void shown.again()} />}
          {list.length === 0 && shown.trouble === undefined && <p class="soft">{w.noMessages}</p>}
          {list.length > 0 && (
            <ul class="messages">
              {list.map((message) => (
                <MessageLine key={message.id} message={message} />
              ))}
            </ul>
          )}
          {next !== null && <More says={w.messagesOlder} more={shown.more} />}
        </>
      )}
    </Read>
  )
}

async function readPiece(patientId: string, limit: number, cursor: string | null): Promise<Piece<Message>> {
  const query = { limit, ...(cursor !== null && { cursor }) }
  const { reminders, nextCursor } = await api.GET('/api/v1/patients/{patientId}/reminders', {
    params: { path: { patientId }, query },
  })
  return { list: reminders, next: nextCursor }
}
