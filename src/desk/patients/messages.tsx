/** The messages that went to a patient, or did not. The API lists them by appointment. */
import { useEffect, useState } from 'preact/hooks'
import { ask } from '../api/api.ts'
import type { components } from '../api/openapi.ts'
import { Icon, type IconName } from '../parts/icon.tsx'
import { zone } from '../shell/me.ts'
import { Trouble } from '../shell/trouble.tsx'
import { sayDayOf, sayTime } from '../time/say.ts'
import { words } from '../words/words.ts'
import { coming, type PatientAppointment, past } from './appointments-state.ts'
import { Section } from './section.tsx'

type Message = components['schemas']['Reminder']

/** So many appointments are asked about: those that come, and the newest that were. */
const mostAsked = 12

export function Messages() {
  const { patient: w } = words.value
  const [isOpen, setOpen] = useState(false)
  return (
    <Section title={w.messages}>
      <details class="unfold" onToggle={({ currentTarget: { open } }) => setOpen(open)}>
        <summary>{w.messagesShow}</summary>
        {isOpen && <List />}
      </details>
    </Section>
  )
}

function List() {
  const { patient: w } = words.value
  const [messages, setMessages] = useState<readonly Message[] | undefined>()
  const [trouble, setTrouble] = useState<unknown>()
  const soon = coming.value?.list.filter(stands).slice(0, mostAsked / 2) ?? []
  const gone = past.value?.list.filter(stands).slice(0, mostAsked - soon.length) ?? []
  const ids = [...soon, ...gone].map(({ id }) => id)
  const read = async () => {
    try {
      setMessages(await messagesOf(ids))
      setTrouble(undefined)
    } catch (error) {
      setTrouble(error)
    }
  }
  useEffect(() => void read(), [ids.join()])
  if (trouble !== undefined) return <Trouble error={trouble} again={() => void read()} />
  if (messages === undefined)
    return (
      <p class="soft" role="status">
        {words.value.shell.loading}
      </p>
    )
  if (messages.length === 0) return <p class="soft">{w.noMessages}</p>
  return (
    <ul class="messages">
      {messages.map((message) => (
        <Line key={message.id} message={message} />
      ))}
    </ul>
  )
}

/** An appointment that was cancelled is no longer there to be asked about. */
const stands = ({ outcome }: PatientAppointment) => outcome !== 'cancelled'

async function messagesOf(ids: readonly string[]): Promise<readonly Message[]> {
  const lists = await Promise.all(
    ids.map((appointmentId) =>
      ask((api) =>
        api.GET('/api/v1/appointments/{appointmentId}/reminders', { params: { path: { appointmentId } } }),
      ).then(({ reminders }) => reminders),
    ),
  )
  return lists.flat().sort((a, b) => Date.parse(whenOf(b)) - Date.parse(whenOf(a)))
}

const whenOf = ({ sentAt, nextAttemptAt, dueAt }: Message) => sentAt ?? nextAttemptAt ?? dueAt

const marks: Readonly<Record<Message['state'], readonly [tone: string, icon: IconName]>> = {
  scheduled: ['', 'waiting'],
  running: ['', 'waiting'],
  sent: ['good', 'check'],
  skipped: ['', 'close'],
  cancelled: ['', 'close'],
  dead: ['danger', 'alert'],
  uncertain: ['caution', 'question'],
}

function Line({ message }: { readonly message: Message }) {
  const { patient: w } = words.value
  const { channel, kind, state, reason, startAt } = message
  const [tone, icon] = marks[state]
  const at = whenOf(message)
  return (
    <li class="message">
      <Icon name={channel === 'email' ? 'mail' : 'phone'} />
      <span>
        {w.messageKinds[kind]} {w.messageChannels[channel]}
        <span class="soft number">
          {' '}
          {w.messageAbout(`${sayDayOf(startAt, zone())} ${sayTime(startAt, zone())}`)}
        </span>
      </span>
      <span class="message-end">
        <span class={`badge ${tone}`}>
          <Icon name={icon} /> {w.messageStates[state]}
        </span>
        <span class="soft number">
          {sayDayOf(at, zone())} {sayTime(at, zone())}
        </span>
        {reason !== null && <span class="soft">{w.messageReasons[reason]}</span>}
      </span>
    </li>
  )
}
