import { useEffect } from 'preact/hooks'
import { api } from '../../../api/api.ts'
import { sayDate } from '../../../base/time/say.ts'
import { today } from '../../../base/time/today.ts'
import type { Absence } from '../../../contract/names.ts'
import { memberName, needNames } from '../../../live/known-names.ts'
import { openDialog } from '../../../parts/dialog.tsx'
import { Read, useRead } from '../../../parts/read.tsx'
import { words } from '../../../words/words.ts'
import { EditButton, Lead, Past, RecordRow, Records } from '../parts/record-list.tsx'
import { AbsenceDialog, sayWeekday } from './absence-dialog.tsx'

const readAbsences = async () => (await api.GET('/api/v1/absences')).absences

/** The absences of members: those that repeat each week, and single ones. Every member may enter absences. */
export function AbsencesPage() {
  const { absences: says } = words.value.settings
  useEffect(needNames, [])
  const list = useRead(readAbsences, ['absence'])
  return (
    <Read from={list}>
      {(absences) => {
        const isPast = ({ throughDate }: Absence) => throughDate !== null && throughDate < today.value
        const coming = absences.filter((absence) => !isPast(absence))
        const past = absences.filter(isPast).reverse()
        const edit = async (absence?: Absence) => {
          await openDialog((close) => <AbsenceDialog absence={absence} close={close} />)
          await list.again()
        }
        const row = (absence: Absence) => <Row key={absence.id} absence={absence} edit={edit} />
        return (
          <>
            <Lead text={says.lead} adds={says.add} add={edit} />
            <Records none={says.none}>{coming.map(row)}</Records>
            <Past says={says.past(past.length)}>{past.map(row)}</Past>
          </>
        )
      }}
    </Read>
  )
}

interface RowProps {
  readonly absence: Absence
  readonly edit: (absence: Absence) => void
}

function Row({ absence, edit }: RowProps) {
  const { absences: says } = words.value.settings
  const name = memberName(absence.practitionerId) ?? '…'
  return (
    <RecordRow
      name={name}
      about={
        <>
          {absence.weekdays !== null && <span class="badge info">{says.weeklyBadge}</span>}
          <span class="soft row-line">
            {[sayDays(absence), sayTimes(absence), absence.reason].filter(Boolean).join(' · ')}
          </span>
        </>
      }
    >
      <EditButton label={says.editOf(name)} edit={() => edit(absence)} />
    </RecordRow>
  )
}

function sayDays({ fromDate, throughDate, weekdays }: Absence): string {
  const { absences } = words.value.settings
  const from = sayDate(fromDate, 'dated')
  const through = throughDate && sayDate(throughDate, 'dated')
  if (weekdays === null) return from === through ? from : `${from} – ${through}`
  const days = weekdays.map(sayWeekday).join(', ')
  // Without a last day, the first day of a weekly absence is shown only while it is in the future.
  const span =
    through === null ? (fromDate > today.value ? absences.fromDay(from) : '') : `${from} – ${through}`
  return [days, span].filter(Boolean).join(', ')
}

const sayTimes = ({ startTime, endTime }: Absence): string =>
  startTime === null ? '' : `${startTime}–${endTime}`
