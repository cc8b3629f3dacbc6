/** The list of all patients, with search and filters. */
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Button } from '../../base/button.tsx'
import { controlsIn, focusBy, focusFirst, targetOf } from '../../base/focus.ts'
import { Heading } from '../../base/heading.tsx'
import { Icon } from '../../base/icon.tsx'
import { hrefOf } from '../../base/route.ts'
import { Trouble } from '../../base/trouble.tsx'
import type { Patient } from '../../contract/names.ts'
import { tags } from '../../live/tags.ts'
import { sayBorn } from '../../parts/patient/name.ts'
import { listName } from '../../words/names.ts'
import { words } from '../../words/words.ts'
import { Filters } from './list-filters.tsx'
import { followList, hasMore, list, readMore, status, tagId, text } from './list-state.ts'
import { needLookups, statusLabel } from './lookups.ts'
import { openMerge } from './merge-dialog.tsx'
import { openNewPatient } from './new-dialog.tsx'
import { TagChip } from './tag-chip.tsx'
import { twinsIn } from './twins.ts'

/** The scroll position of the list when the list was left. */
let leftAt = 0

export function PatientList() {
  const rows = useRef<HTMLUListElement>(null)
  useEffect(needLookups, [])
  useEffect(followList, [])
  useEffect(() => {
    const main = targetOf('main')!
    main.scrollTop = leftAt
    const keep = () => {
      leftAt = main.scrollTop
    }
    main.addEventListener('scroll', keep, { passive: true })
    return () => main.removeEventListener('scroll', keep)
  }, [])
  const { patient: w } = words.value
  const found = list.value?.patients
  const total = list.value?.total
  const twins = useMemo(() => twinsIn(found ?? []), [found])
  const isFiltered = text.value.trim() !== '' || status.value !== '' || tagId.value !== ''
  return (
    <div class="page patients">
      <header class="page-head">
        <Heading>{w.title}</Heading>
        <span class="soft number" role="status">
          {total !== undefined && w.count(total)}
        </span>
        <Button kind="primary" icon="plus" onClick={() => openNewPatient(text.value)}>
          {w.add}
        </Button>
      </header>
      <Filters first={() => focusFirst(rows.current)} />
      {list.trouble !== undefined && <Trouble error={list.trouble} again={() => void list.again()} />}
      {found?.length === 0 && <Nobody isFiltered={isFiltered} />}
      {found !== undefined && found.length > 0 && (
        <ul class="patient-rows" ref={rows} onKeyDown={roam}>
          {found.map((patient) => (
            <Row key={patient.id} patient={patient} twin={twins.get(patient.id)} />
          ))}
        </ul>
      )}
      {hasMore.value && <More shown={found} />}
    </div>
  )
}

const Nobody = ({ isFiltered }: { readonly isFiltered: boolean }) => {
  const { patient: w, finder } = words.value
  return (
    <div class="nobody">
      <Icon name="patients" />
      <p>{isFiltered ? finder.nothing : w.empty}</p>
      {isFiltered && text.value.trim() !== '' && (
        <Button icon="plus" onClick={() => openNewPatient(text.value)}>
          {finder.add(text.value.trim())}
        </Button>
      )}
    </div>
  )
}

function Row({ patient, twin }: { readonly patient: Patient; readonly twin: Patient | undefined }) {
  const { patient: w } = words.value
  const carried = tags.value.filter(({ id }) => patient.tagIds.includes(id))
  return (
    <li class="patient-row">
      <a href={hrefOf('patients', patient.id)}>{listName(patient)}</a>
      <span class="soft number">{sayBorn(patient.dob)}</span>
      <span class="soft number patient-phone">{patient.phoneMobile ?? patient.email}</span>
      <span class="patient-marks">
        <span class="badge">{statusLabel(patient.status)}</span>
        {carried.map((tag) => (
          <TagChip key={tag.id} tag={tag} />
        ))}
      </span>
      {twin && (
        <Button class="twin" kind="quiet" icon="alert" onClick={() => openMerge(patient, twin)}>
          {w.maybeTwice}
        </Button>
      )}
    </li>
  )
}

/** Lets the arrow keys move the focus from one name to the next. */
function roam(event: KeyboardEvent & { currentTarget: HTMLUListElement }): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  if (focusBy(controlsIn(event.currentTarget, 'a'), step)) event.preventDefault()
}

/**
 * Reads the next page when the end of the list becomes visible. This element is also a button, for people who do not
 * scroll.
 */
function More({ shown }: { readonly shown: unknown }) {
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const sight = new IntersectionObserver(
      (seen) => seen.some(({ isIntersecting }) => isIntersecting) && void readMore(),
      { rootMargin: '600px' },
    )
    sight.observe(own.current!)
    return () => sight.disconnect()
    // A new list is observed again, because its end may already be visible.
  }, [shown])
  return (
    <div ref={own}>
      <Button onClick={() => void readMore()}>{words.value.patient.more}</Button>
    </div>
  )
}
