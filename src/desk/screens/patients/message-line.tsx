/** One message to a patient, on the page of the patient. */
import { Icon, type IconName } from '../../base/icon.tsx'
import { zone } from '../../base/me.ts'
import { sayDayOf, sayTime } from '../../base/time/say.ts'
import type { components } from '../../contract/openapi.ts'
import { sayReason } from '../../parts/say-message.ts'
import { known } from '../../words/known.ts'
import { words } from '../../words/words.ts'

export type Message = components['schemas']['Reminder']

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

export function MessageLine({ message }: { readonly message: Message }) {
  const { patient: w, shell } = words.value
  const { channel, kind, state, reason, startAt } = message
  const [tone, icon] = known(marks, state, ['', 'question'])
  const at = whenOf(message)
  return (
    <li class="message">
      <Icon name={channel === 'email' ? 'mail' : 'phone'} />
      <span>
        {known(w.messageKinds, kind, shell.newer)} {known(w.messageChannels, channel, '')}
        <span class="soft number">
          {' '}
          {kind !== 'recall' && w.messageAbout(`${sayDayOf(startAt, zone())} ${sayTime(startAt, zone())}`)}
        </span>
        {reason !== null && <span class="soft message-why">{sayReason(channel, reason)}</span>}
      </span>
      <span class="message-end">
        <span class={`badge ${tone}`}>
          <Icon name={icon} /> {known(w.messageStates, state, shell.newer)}
        </span>
        <span class="soft number">
          {sayDayOf(at, zone())} {sayTime(at, zone())}
        </span>
      </span>
    </li>
  )
}
