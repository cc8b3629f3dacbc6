import { useEffect } from 'preact/hooks'
import { Icon } from '../../base/icon.tsx'
import type { Patient } from '../../contract/names.ts'
import { alertsOf, needTags, tagsAreMissing } from '../../live/tags.ts'
import { words } from '../../words/words.ts'

interface Props {
  readonly names: readonly string[]
  readonly id?: string
}

/** Shows what the team must know about a patient before a visit. Without alerts, it draws nothing. */
export const Alerts = ({ names, id }: Props) =>
  names.length === 0 ? null : (
    <p class="alerts" id={id}>
      <Icon name="alert" />
      <span class="visually-hidden">{words.value.card.alert('')}</span>
      <span>{names.join(', ')}</span>
    </p>
  )

/**
 * The alerts of a patient's record. When they cannot be read, it says so. Nobody must think that there are no alerts.
 */
export function PatientAlerts({ patient, id }: { readonly patient: Patient; readonly id?: string }) {
  useEffect(needTags, [])
  const names = alertsOf(patient) ?? (tagsAreMissing() ? [words.value.booking.alertsMissing] : [])
  return <Alerts names={names} {...(id !== undefined && { id })} />
}
