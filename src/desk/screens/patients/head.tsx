/** The head of the patient's page: the most important facts about the patient, and the most used buttons. */

import { Button } from '../../base/button.tsx'
import { Heading } from '../../base/heading.tsx'
import { Icon } from '../../base/icon.tsx'
import { isOwner, zone } from '../../base/me.ts'
import { hrefOf } from '../../base/route.ts'
import { dateOf, sayDayOf, sayTime } from '../../base/time/say.ts'
import type { Patient } from '../../contract/names.ts'
import { chairName } from '../../live/known-names.ts'
import { Call } from '../../parts/call.tsx'
import { printRecord } from '../../parts/papers.ts'
import { PatientAlerts } from '../../parts/patient/alerts.tsx'
import { sayBorn } from '../../parts/patient/name.ts'
import { sayGender } from '../../words/gender.ts'
import { fullName, listName } from '../../words/names.ts'
import { words } from '../../words/words.ts'
import { openBooking } from '../booking/open.tsx'
import { coming } from './appointments-state.ts'
import { tellable } from './consents.ts'
import { Status, Tags } from './status-and-tags.tsx'

export function Head({ patient }: { readonly patient: Patient }) {
  const { patient: w, shell } = words.value
  const facts = [sayBorn(patient.dob), sayGender(patient.gender)].filter(Boolean)
  return (
    <header class="patient-head">
      <div class="patient-who">
        <a class="back" href={hrefOf('patients')}>
          <Icon name="left" /> {w.all}
        </a>
        <Heading>{listName(patient)}</Heading>
        <PatientAlerts patient={patient} />
        <p class="soft number">{facts.length > 0 ? facts.join(' · ') : w.birthUnknown}</p>
      </div>
      <div class="patient-acts">
        <Button class="book" icon="plus" onClick={() => openBooking({ patientId: patient.id })}>
          {shell.book}
        </Button>
        {patient.phoneMobile !== null && (
          <Call class="button plain" phone={patient.phoneMobile}>
            <Icon name="phone" />
            <span class="visually-hidden">{w.call} </span>
          </Call>
        )}
        {patient.email !== null && (
          <a class="button plain" href={`mailto:${encodeURIComponent(patient.email).replace('%40', '@')}`}>
            <Icon name="mail" />
            <span class="visually-hidden">{w.write} </span>
            <span class="cut">{patient.email}</span>
          </a>
        )}
        {isOwner() && (
          <Button
            icon="print"
            label={w.print}
            onClick={() => void printRecord(patient.id, fullName(patient))}
          />
        )}
      </div>
      <dl class="patient-facts">
        <div>
          <dt>{w.status}</dt>
          <dd>
            <Status patient={patient} />
          </dd>
        </div>
        <div>
          <dt>{w.next}</dt>
          <dd>
            <Next />
          </dd>
        </div>
        <div>
          <dt>{w.consents}</dt>
          <dd>
            <Reachable patient={patient} />
          </dd>
        </div>
        <div class="patient-tags">
          <dt>{w.tags}</dt>
          <dd>
            <Tags patient={patient} />
          </dd>
        </div>
      </dl>
    </header>
  )
}

function Next() {
  const next = coming.value?.list.find(({ outcome }) => outcome === 'planned')
  if (coming.value === undefined) return <span class="soft">…</span>
  if (next === undefined) return <span class="soft">{words.value.patient.noneComing}</span>
  const { startAt, chairId } = next
  return (
    <a class="number" href={hrefOf('day', dateOf(startAt, zone()))}>
      {[`${sayDayOf(startAt, zone())} ${sayTime(startAt, zone())}`, chairName(chairId)]
        .filter(Boolean)
        .join(' · ')}
    </a>
  )
}

const Reachable = ({ patient }: { readonly patient: Patient }) => {
  const { patient: w } = words.value
  return (
    <span class="reachable">
      {(['email', 'sms'] as const).map((channel) => {
        const state = tellable(patient, channel)
        return (
          <span key={channel} class={`badge ${{ yes: 'good', no: '', lacking: 'caution' }[state]}`}>
            <Icon name={({ yes: 'check', no: 'close', lacking: 'alert' } as const)[state]} />
            {w.reach[channel][state]}
          </span>
        )
      })}
    </span>
  )
}
