import { signal } from '@preact/signals'
import { ask } from '../../api/api.ts'
import { Icon } from '../../base/icon.tsx'
import { keep, kept } from '../../base/kept.ts'
import { me } from '../../base/me.ts'
import { hrefOf } from '../../base/route.ts'
import { isUnset } from '../../parts/hours.ts'
import { useRead } from '../../parts/read.tsx'
import { words } from '../../words/words.ts'
import { everBooked } from './ever-booked.ts'
import { countPatients } from './parts/count-patients.ts'

const foldedKey = 'chairside.desk.checklist-folded'
/** Set when a test message was sent from this browser, because the API does not tell. */
export const triedKey = 'chairside.desk.reminders-tried'

interface Step {
  readonly says: string
  readonly place: readonly string[]
  readonly done: boolean
}

const folded = signal(kept(foldedKey) !== null)

/** A list for owners of what is left to do until the practice can work. It goes when the first booking is made. */
export function Checklist() {
  const { settings } = words.value
  const { value } = useRead(readFacts, [
    ...['chair', 'member', 'patient', 'appointment', 'practice', 'appointmentType'],
  ])
  if (value === undefined || value.booked) return null
  const steps = stepsOf(value)
  const done = steps.filter((step) => step.done).length
  return (
    <details
      class="card checklist"
      open={!folded.value}
      onToggle={({ currentTarget: { open } }) => {
        folded.value = !open
        keep(foldedKey, open ? null : 'yes')
      }}
    >
      <summary>
        <strong>{settings.checklist}</strong>
        <span class="soft number">{settings.doneOf(done, steps.length)}</span>
        <Icon name="down" />
      </summary>
      <ol>
        {steps.map((step) => (
          <li key={step.says} class={step.done ? 'done' : ''}>
            <span class="mark">{step.done && <Icon name="check" />}</span>
            <a href={hrefOf(...step.place)}>{step.says}</a>
            {step.done && <span class="visually-hidden">{settings.done}</span>}
          </li>
        ))}
      </ol>
    </details>
  )
}

interface Facts {
  readonly chairs: boolean
  readonly colleagues: boolean
  readonly patients: boolean
  readonly booked: boolean
  /** Whether messages, pages and calendar files can name the address and the phone number. */
  readonly contact: boolean
  readonly types: boolean
  /** Whether it is said who does some kind of appointment. Colleagues may differ in that. */
  readonly treats: boolean
  /** Whether a lost device does not shut this member out. */
  readonly passkeys: boolean
}

function stepsOf({ chairs, colleagues, patients, contact, types, treats, passkeys }: Facts): readonly Step[] {
  const { settings } = words.value
  return [
    {
      says: settings.stepHours,
      place: ['settings', 'practice'],
      done: !isUnset(me.value.practice.workingHours),
    },
    { says: settings.stepContact, place: ['settings', 'practice'], done: contact },
    { says: settings.stepChairs, place: ['settings', 'chairs'], done: chairs },
    { says: settings.stepTypes, place: ['settings', 'types'], done: types },
    { says: settings.stepColleague, place: ['settings', 'people'], done: colleagues },
    ...(colleagues ? [{ says: settings.stepTreats, place: ['settings', 'types'], done: treats }] : []),
    { says: settings.stepPasskey, place: ['settings', 'security'], done: passkeys },
    {
      says: settings.stepReminders,
      place: ['settings', 'reminders'],
      done: kept(triedKey) !== null,
    },
    // Either of both ways brings patients.
    { says: settings.stepImport, place: ['settings', 'imports'], done: patients },
    { says: settings.stepPatient, place: ['patients'], done: patients },
    { says: settings.stepBooking, place: ['day'], done: false },
  ]
}

async function readFacts(): Promise<Facts> {
  const [{ chairs }, { members }, { phone, address }, types, keys, patients, booked] = await Promise.all([
    ask((api) => api.GET('/api/v1/chairs')),
    ask((api) => api.GET('/api/v1/members')),
    ask((api) => api.GET('/api/v1/practice/reminders')),
    ask((api) => api.GET('/api/v1/appointment-types')),
    ask((api) => api.GET('/api/v1/me/passkeys')),
    countPatients(),
    everBooked(),
  ])
  return {
    chairs: chairs.some(({ active }) => active),
    colleagues: members.length > 1,
    patients: patients > 0,
    booked,
    contact: phone !== null && address !== null,
    types: types.appointmentTypes.length > 0,
    treats: types.appointmentTypes.some(({ practitioners }) => practitioners !== null),
    passkeys: keys.passkeys.length > 1,
  }
}
