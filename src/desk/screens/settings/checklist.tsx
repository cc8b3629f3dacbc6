import { signal } from '@preact/signals'
import { api } from '../../api/api.ts'
import { Button } from '../../base/button.tsx'
import { focusOn } from '../../base/focus.ts'
import { Icon } from '../../base/icon.tsx'
import { keep, kept } from '../../base/kept.ts'
import { me } from '../../base/me.ts'
import { hrefOf } from '../../base/route.ts'
import { offerUndo } from '../../base/toasts.tsx'
import { isUnset } from '../../parts/hours.ts'
import { useRead } from '../../parts/read.tsx'
import { words } from '../../words/words.ts'
import { everBooked } from './ever-booked.ts'
import { countPatients } from './parts/count-patients.ts'

const foldedKey = 'chairside.desk.checklist-folded'
const hiddenKey = 'chairside.desk.checklist-hidden'
/** The key in the browser's storage that a sent test message sets. The API does not show whether one was sent. */
export const triedKey = 'chairside.desk.reminders-tried'

interface Step {
  readonly says: string
  readonly place: readonly string[]
  readonly done: boolean
}

/** Whether the list was folded in this browser: `yes` or `no`. Null when nobody chose: open until the first booking. */
const folded = signal(kept(foldedKey))
/**
 * Whether the list was hidden in this browser. Before the first booking, the list is shown anyway, because the board
 * links to the list.
 */
const hidden = signal(kept(hiddenKey) !== null)

/**
 * A list for owners of the steps to set up the practice. The list disappears after its last step, or when somebody
 * hides it.
 */
export function Checklist() {
  const { settings } = words.value
  const { value } = useRead(readFacts, [
    ...['chair', 'member', 'patient', 'appointment', 'practice', 'appointmentType'],
  ])
  if (value === undefined || (hidden.value && value.booked)) return null
  const steps = stepsOf(value)
  const done = steps.filter((step) => step.done).length
  if (done === steps.length) return null
  const isOpen = folded.value === null ? !value.booked : folded.value === 'no'
  return (
    <details
      class="card checklist"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        // The browser also sends this event when the list is drawn.
        if (open === isOpen) return
        folded.value = open ? 'no' : 'yes'
        keep(foldedKey, folded.value)
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
      {value.booked && (
        <Button kind="quiet" class="small" onClick={hideList}>
          {settings.hideChecklist}
        </Button>
      )}
    </details>
  )
}

function hideList(): void {
  const { settings } = words.value
  hide(true)
  focusOn('heading')
  offerUndo(settings.checklistHidden, async () => hide(false))
}

function hide(isHidden: boolean): void {
  hidden.value = isHidden
  keep(hiddenKey, isHidden ? 'yes' : null)
}

interface Facts {
  readonly chairs: boolean
  readonly colleagues: boolean
  readonly patients: boolean
  /** Whether a file of patients was imported. */
  readonly imported: boolean
  readonly booked: boolean
  /** Whether the practice has entered its address and phone number, for messages, pages and calendar files. */
  readonly contact: boolean
  readonly types: boolean
  /** Whether at least one appointment type names the members who do it. */
  readonly treats: boolean
  /** Whether this member has more than one passkey, so that a lost device does not lock them out. */
  readonly passkeys: boolean
}

function stepsOf(facts: Facts): readonly Step[] {
  const { chairs, colleagues, patients, imported, booked, contact, types, treats, passkeys } = facts
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
    { says: settings.stepImport, place: ['settings', 'imports'], done: imported },
    { says: settings.stepPatient, place: ['patients'], done: patients },
    { says: settings.stepBooking, place: ['day'], done: booked },
  ]
}

async function readFacts(): Promise<Facts> {
  const [{ chairs }, { members }, { phone, address }, types, keys, { imports }, patients, booked] =
    await Promise.all([
      api.GET('/api/v1/chairs'),
      api.GET('/api/v1/members'),
      api.GET('/api/v1/practice/reminders'),
      api.GET('/api/v1/appointment-types'),
      api.GET('/api/v1/me/passkeys'),
      api.GET('/api/v1/imports'),
      countPatients(),
      everBooked(),
    ])
  return {
    chairs: chairs.some(({ active }) => active),
    colleagues: members.length > 1,
    patients: patients > 0,
    imported: imports.some(({ kind, state }) => kind === 'patients' && state === 'committed'),
    booked,
    contact: phone !== null && address !== null,
    types: types.appointmentTypes.length > 0,
    treats: types.appointmentTypes.some(({ practitioners }) => practitioners !== null),
    passkeys: keys.passkeys.length > 1,
  }
}
