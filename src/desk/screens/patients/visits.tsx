/** The coming and past appointments of a patient, with their outcome. */
import { useRef } from 'preact/hooks'
import { now } from '../../api/now.ts'
import { Button } from '../../base/button.tsx'
import { focusFirst } from '../../base/focus.ts'
import { Icon, type IconName } from '../../base/icon.tsx'
import { zone } from '../../base/me.ts'
import { hrefOf } from '../../base/route.ts'
import { dateOf, sayDayOf, saySpan } from '../../base/time/say.ts'
import { Trouble } from '../../base/trouble.tsx'
import type { PatientAppointment } from '../../contract/names.ts'
import { chairName, memberName } from '../../live/known-names.ts'
import { More } from '../../parts/more.tsx'
import { known } from '../../words/known.ts'
import { words } from '../../words/words.ts'
import { openCancel } from '../board/cancel-dialog.tsx'
import { openBooking } from '../booking/open.tsx'
import { coming, past, readAppointments, visitsTrouble } from './appointments-state.ts'
import { Section } from './section.tsx'
import { patientId } from './state.ts'

export function Visits() {
  const { patient: w, shell } = words.value
  return (
    <Section
      title={w.visits}
      actions={
        <Button
          kind="quiet"
          icon="plus"
          label={shell.book}
          onClick={() => openBooking({ patientId: patientId.value! })}
        />
      }
    >
      {visitsTrouble.value !== undefined && (
        <Trouble error={visitsTrouble.value} again={() => void readAppointments()} />
      )}
      <List when="coming" title={w.coming} />
      <List when="past" title={w.past} />
    </Section>
  )
}

function List({ when, title }: { readonly when: 'coming' | 'past'; readonly title: string }) {
  const list = when === 'coming' ? coming : past
  const visits = list.value
  const { patient: w } = words.value
  if (visits === undefined) return null
  return (
    <>
      <h3 class="list-title">{title}</h3>
      {visits.list.length === 0 && <p class="soft">{when === 'coming' ? w.noneComing : w.nonePast}</p>}
      <ul class="visits">
        {visits.list.map((visit) => (
          <Visit key={visit.id} visit={visit} />
        ))}
      </ul>
      {visits.next !== null && <More says={w.more} more={list.more} />}
    </>
  )
}

const marks: Readonly<Record<string, readonly [tone: string, icon: IconName]>> = {
  done: ['good', 'check'],
  missed: ['danger', 'alert'],
  cancelled: ['', 'close'],
  confirmed: ['good', 'check'],
  arrived: ['info', 'door'],
  in_chair: ['info', 'chair'],
}

function Visit({ visit }: { readonly visit: PatientAppointment }) {
  const { startAt, endAt, outcome, progress, cancellation, noShowNote, title } = visit
  const { patient: w } = words.value
  const state = outcome === 'planned' ? progress : outcome
  const [tone, icon] = marks[state] ?? ['', undefined]
  const where = [chairName(visit.chairId), memberName(visit.practitionerId)].filter(Boolean).join(' · ')
  const day = sayDayOf(startAt, zone(), 'dated')
  const own = useRef<HTMLLIElement>(null)
  const isAhead = Date.parse(startAt) > now.value
  const mayCancel = isAhead && outcome === 'planned' && ['expected', 'confirmed'].includes(progress)
  return (
    <li class={`visit ${outcome}`} ref={own}>
      <a class="visit-when number" href={hrefOf('day', dateOf(startAt, zone()))}>
        {day}
        <span class="visually-hidden"> {w.onBoard}</span>
      </a>
      <span class="number">{saySpan(startAt, endAt, zone())}</span>
      <span class="visit-what">
        {title !== null && <span>{title}</span>}
        {where !== '' && <span class="soft">{where}</span>}
        {cancellation && (
          <span class="soft">
            {w.cancelledBy[cancellation.by]}: {cancellation.reason}
            {cancellation.note !== null && ` – ${cancellation.note}`}
            {cancellation.shortNotice && ` (${w.shortNotice})`}
          </span>
        )}
        {noShowNote !== null && <span class="soft">{noShowNote}</span>}
      </span>
      <span class="visit-end">
        {state !== 'expected' && (
          <span class={`badge ${tone}`}>
            {icon && <Icon name={icon} />}
            {known(w.states, state, words.value.shell.newer)}
          </span>
        )}
        {mayCancel && (
          <Button kind="quiet" icon="close" label={w.cancelVisit(day)} onClick={() => void cancel()} />
        )}
      </span>
    </li>
  )

  async function cancel(): Promise<void> {
    if (!(await openCancel(visit))) return
    await readAppointments()
    // The button that had the focus has disappeared.
    focusFirst(own.current)
  }
}
