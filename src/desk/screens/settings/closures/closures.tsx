import { api } from '../../../api/api.ts'
import { now } from '../../../api/now.ts'
import { isOwner, zone } from '../../../base/me.ts'
import { dateOf, sayDate } from '../../../base/time/say.ts'
import type { Chair, Closure } from '../../../contract/names.ts'
import { openDialog } from '../../../parts/dialog.tsx'
import { Read, useRead } from '../../../parts/read.tsx'
import { words } from '../../../words/words.ts'
import { EditButton, Lead, Past, RecordRow, Records } from '../parts/record-list.tsx'
import { ClosureDialog } from './closure-dialog.tsx'
import { Holidays } from './holidays.tsx'

interface Lists {
  readonly closures: readonly Closure[]
  readonly chairs: readonly Chair[]
}

async function readLists(): Promise<Lists> {
  const [{ closures }, { chairs }] = await Promise.all([
    api.GET('/api/v1/closures'),
    api.GET('/api/v1/chairs'),
  ])
  return { closures, chairs }
}

/** The closures of the practice or of some chairs. Every member can see them, and owners can change them. */
export function ClosuresPage() {
  const { settings } = words.value
  const lists = useRead(readLists, ['closure', 'chair'])
  return (
    <Read from={lists}>
      {({ closures, chairs }) => {
        const today = dateOf(now.value, zone())
        const isPast = ({ yearly, throughDate }: Closure) => !yearly && throughDate < today
        const coming = closures.filter((closure) => !isPast(closure))
        const past = closures.filter(isPast).reverse()
        const edit = async (closure?: Closure) => {
          await openDialog((close) => (
            <ClosureDialog closure={closure} chairs={chairs} today={today} close={close} />
          ))
          await lists.again()
        }
        const row = (closure: Closure) => (
          <Row key={closure.id} closure={closure} chairs={chairs} edit={edit} />
        )
        return (
          <>
            <Lead
              text={isOwner() ? settings.closuresLead : settings.closuresForOwners}
              adds={isOwner() ? settings.addClosure : undefined}
              add={edit}
            />
            <Records none={settings.noClosures}>{coming.map(row)}</Records>
            <Holidays closed={closures} again={lists.again} />
            <Past says={settings.pastClosures(past.length)}>{past.map(row)}</Past>
          </>
        )
      }}
    </Read>
  )
}

interface RowProps {
  readonly closure: Closure
  readonly chairs: readonly Chair[]
  readonly edit: (closure: Closure) => void
}

function Row({ closure, chairs, edit }: RowProps) {
  const { settings } = words.value
  const { name, chairIds, startTime, endTime, yearly } = closure
  const where = chairIds?.map((id) => chairs.find((chair) => chair.id === id)?.name ?? settings.deletedChair)
  return (
    <RecordRow
      name={name}
      about={
        <>
          {yearly && <span class="badge info">{settings.yearly}</span>}
          <span class="soft row-line">
            {sayDays(closure)}
            {startTime !== null && `, ${startTime}–${endTime}`}
            {where && ` · ${where.join(', ')}`}
          </span>
        </>
      }
    >
      {isOwner() && <EditButton label={settings.editOf(name)} edit={() => edit(closure)} />}
    </RecordRow>
  )
}

function sayDays({ fromDate, throughDate, yearly }: Closure): string {
  const [from, through] = [fromDate, throughDate].map((date) => sayDate(date, yearly ? 'yearless' : 'full'))
  return from === through ? from! : `${from} – ${through}`
}
