/** Who the patient is, and what one does most often with them. */
import { useEffect, useRef, useState } from 'preact/hooks'
import type { Patient } from '../api/names.ts'
import { openBooking } from '../booking/open.tsx'
import { Button } from '../parts/button.tsx'
import { Icon } from '../parts/icon.tsx'
import { isOwner, me, zone } from '../shell/me.ts'
import { hrefOf } from '../shell/route.ts'
import { offerUndo, sayTrouble } from '../shell/toasts.tsx'
import { dateOf, sayDayOf, sayTime } from '../time/say.ts'
import { listName } from '../words/names.ts'
import { words } from '../words/words.ts'
import { coming } from './appointments-state.ts'
import { changePatient, toggleTag } from './change.ts'
import { tellable } from './consents.ts'
import { chairName, statusLabel, tags } from './lookups.ts'
import { sayBorn } from './name.ts'
import { printRecord } from './papers.tsx'
import { TagDot } from './tag-chip.tsx'

export function Head({ patient }: { readonly patient: Patient }) {
  const { patient: w, shell } = words.value
  const name = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The link that led here is gone, and the focus with it.
    if (document.activeElement === document.body) name.current!.focus()
  }, [])
  const facts = [sayBorn(patient.dob), patient.gender].filter(Boolean)
  return (
    <header class="patient-head">
      <div class="patient-who">
        <a class="back" href={hrefOf('patients')}>
          <Icon name="left" /> {w.all}
        </a>
        <h1 ref={name} tabIndex={-1}>
          {listName(patient)}
        </h1>
        <p class="soft number">{facts.length > 0 ? facts.join(' · ') : w.birthUnknown}</p>
      </div>
      <div class="patient-acts">
        <Button kind="primary" icon="plus" onClick={() => openBooking({ patientId: patient.id })}>
          {shell.book}
        </Button>
        {patient.phoneMobile !== null && (
          <a class="button plain" href={`tel:${patient.phoneMobile.replace(/[^\d+]/g, '')}`}>
            <Icon name="phone" />
            <span class="visually-hidden">{w.call} </span>
            {patient.phoneMobile}
          </a>
        )}
        {patient.email !== null && (
          <a class="button plain" href={`mailto:${encodeURIComponent(patient.email).replace('%40', '@')}`}>
            <Icon name="mail" />
            <span class="visually-hidden">{w.write} </span>
            <span class="cut">{patient.email}</span>
          </a>
        )}
        {isOwner() && <Button icon="print" label={w.print} onClick={() => void printRecord(patient)} />}
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

function Status({ patient }: { readonly patient: Patient }) {
  const change = async (status: string) => {
    const { status: before, firstName, lastName } = patient
    try {
      await changePatient(patient.id, { status })
      const name = `${firstName} ${lastName}`
      offerUndo(words.value.patient.statusIs(name, statusLabel(status)), () =>
        changePatient(patient.id, { status: before }),
      )
    } catch (error) {
      sayTrouble(error)
    }
  }
  return (
    <select
      class="status"
      aria-label={words.value.patient.status}
      value={patient.status}
      onChange={({ currentTarget: { value } }) => void change(value)}
    >
      {me.value.pack.statuses.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </select>
  )
}

/** With more tags, those that the patient lacks are shown when one asks for them. */
const mostAtOnce = 8

function Tags({ patient }: { readonly patient: Patient }) {
  const [all, setAll] = useState(false)
  const { patient: w } = words.value
  // A tag that was just taken off stays in its place, so that nothing jumps and it can be put back.
  const [touched] = useState(new Set<string>())
  const has = (id: string) => patient.tagIds.includes(id)
  const isShort = tags.value.length <= mostAtOnce
  const shown = isShort || all ? tags.value : tags.value.filter(({ id }) => has(id) || touched.has(id))
  return (
    <fieldset class="chips" aria-label={w.tags}>
      {tags.value.length === 0 && <span class="soft">{w.noTags}</span>}
      {shown.map(({ id, name, color }) => (
        <button
          key={id}
          type="button"
          class="chip"
          aria-pressed={has(id)}
          onClick={() => {
            touched.add(id)
            toggleTag(patient.id, id).catch(sayTrouble)
          }}
        >
          {has(id) ? <Icon name="check" /> : <TagDot color={color} />}
          {name}
        </button>
      ))}
      {!isShort && (
        <button type="button" class="chip" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? w.fewerTags : w.moreTags}
        </button>
      )}
    </fieldset>
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
