import { ask } from '../../../api/api.ts'
import { failedBy } from '../../../api/failure.ts'
import { now } from '../../../api/now.ts'
import { Button } from '../../../base/button.tsx'
import { zone } from '../../../base/me.ts'
import { hrefOf } from '../../../base/route.ts'
import { sayWhen } from '../../../base/time/say.ts'
import { say, sayProblem, sayTrouble } from '../../../base/toasts.tsx'
import type { components } from '../../../contract/openapi.ts'
import { useForm } from '../../../parts/form.ts'
import { listName } from '../../../words/names.ts'
import { words } from '../../../words/words.ts'

type Item = components['schemas']['DeskItem']
type Kind = components['schemas']['RetryReminders']

interface Props {
  readonly item: Item
  /** What is said of a message that failed without a reason. */
  readonly about: string
  readonly again: () => Promise<void>
}

/** One failed message with its patient, the reason and the button that tries it again. */
export function FailedRow({ item, about, again }: Props) {
  const { settings } = words.value
  const { patient, patientId, channel, reason, startAt, kind, retryable, reminderId } = item
  const name = patient ? listName(patient) : settings.deletedPatient
  const form = useForm()
  const retry = async () => {
    await form.submit(async () => {
      try {
        const path = { reminderId: reminderId! }
        const { nextAttemptAt } = await ask((api) =>
          api.POST('/api/v1/reminders/{reminderId}/retry', { params: { path } }),
        )
        say(Date.parse(nextAttemptAt ?? '') > now.value + 60_000 ? settings.sentLater : settings.sentNow)
      } catch (error) {
        if (failedBy(error, 'conflict')) sayProblem(settings.tooLateToRetry)
        else sayTrouble(error)
      }
    })
    await again()
  }
  const why =
    reason !== null && Object.hasOwn(settings.reasons, reason)
      ? settings.reasons[reason as NonNullable<Kind['reason']>]
      : about
  return (
    <li>
      <span class="row-text">
        {patientId ? (
          <a class="row-link" href={hrefOf('patients', patientId)}>
            {name}
          </a>
        ) : (
          name
        )}
        {channel && <span class="badge">{settings.channelNames[channel]}</span>}
        {patient?.phoneMobile && (
          <a class="row-link" href={`tel:${patient.phoneMobile.replace(/[^+\d]/g, '')}`}>
            {patient.phoneMobile}
          </a>
        )}
        <span class="soft row-line">
          {kind === 'cancelled' ? settings.cancelledOn : settings.appointmentOn}{' '}
          {sayWhen(startAt, zone(), 'full')} · {why}
        </span>
      </span>
      {retryable && (
        <span class="row-actions">
          <Button
            busy={form.state.value.busy}
            aria-label={settings.retryOf(channel ? settings.channelNames[channel] : '', name)}
            onClick={() => void retry()}
          >
            {words.value.shell.tryAgain}
          </Button>
        </span>
      )}
    </li>
  )
}
