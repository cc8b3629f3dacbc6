import { api, at } from '../../../api/api.ts'
import type { Chair, Closure } from '../../../contract/names.ts'
import { RecordDialog } from '../../../parts/record-dialog.tsx'
import { TextField } from '../../../parts/text-field.tsx'
import { TickField } from '../../../parts/tick.tsx'
import { words } from '../../../words/words.ts'
import { AnyOrSome } from '../parts/any-or-some.tsx'
import { DayTimes } from '../parts/day-times.tsx'
import { DeleteButton } from '../parts/delete-button.tsx'
import { useRecordDraft } from '../parts/record-draft.ts'
import { Touched } from '../parts/touched.tsx'
import { type ClosureFields, closureMistakes } from './closure-mistakes.ts'
import { deleteClosure, saveClosure, touchedByClosure } from './closure-record.ts'

interface Props {
  readonly closure: Closure | undefined
  readonly chairs: readonly Chair[]
  /** The first day of a new closure, `YYYY-MM-DD`. */
  readonly today: string
  readonly close: () => void
}

const isRight = (closure: ClosureFields) =>
  Object.keys(closureMistakes(closure)).every((path) => path === 'name')

/** The dialogue that adds a closure, or changes the given closure. */
export function ClosureDialog({ closure, chairs, today, close }: Props) {
  const { settings } = words.value
  const fresh: ClosureFields = {
    name: '',
    fromDate: today,
    throughDate: today,
    startTime: null,
    endTime: null,
    yearly: false,
    chairIds: null,
  }
  const { draft, record } = useRecordDraft<Closure, ClosureFields>({
    given: closure,
    fresh,
    fieldsOf: ({ name, fromDate, throughDate, startTime, endTime, yearly, chairIds }) => ({
      name,
      fromDate,
      throughDate,
      startTime,
      endTime,
      yearly,
      chairIds,
    }),
    save: saveClosure,
    read: (closureId) => api.GET('/api/v1/closures/{closureId}', at({ closureId })),
    check: closureMistakes,
  })
  const { chairIds } = draft.fields
  return (
    <RecordDialog
      title={closure ? settings.editOf(closure.name) : settings.addClosure}
      draft={draft}
      close={close}
      saved={closure ? settings.closureSaved : settings.closureAdded}
      more={
        closure && (
          <DeleteButton
            name={closure.name}
            text={() => settings.deleteClosureText}
            remove={() => deleteClosure(record.value!)}
            deleted={close}
          />
        )
      }
    >
      <TextField name="name" label={settings.closureName} hint={settings.closureNameHint} draft={draft} />
      <DayTimes draft={draft} from={settings.closesAt} until={settings.opensAt} />
      <TickField name="yearly" label={settings.isYearly} draft={draft} />
      <AnyOrSome
        label={settings.closedWhere}
        any={settings.wholePractice}
        some={settings.someChairs}
        choices={chairs}
        chosen={chairIds}
        error={draft.errorAt('chairIds')}
        change={(chairIds) => draft.set({ chairIds })}
      />
      <Touched asked={draft.fields} isRight={isRight} count={touchedByClosure} />
    </RecordDialog>
  )
}
