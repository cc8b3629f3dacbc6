import { api, at } from '../../../api/api.ts'
import { Button } from '../../../base/button.tsx'
import { sayTrouble } from '../../../base/toasts.tsx'
import type { AppointmentType } from '../../../contract/names.ts'
import { openDialog } from '../../../parts/dialog.tsx'
import { Read, useRead } from '../../../parts/read.tsx'
import { words } from '../../../words/words.ts'
import { ColorDot } from '../parts/color-choice.tsx'
import { OrderedRows, ordering } from '../parts/ordered.tsx'
import { Lead, Past, RecordRow } from '../parts/record-list.tsx'
import { TypeDialog } from './type-dialog.tsx'
import { bringBack, readType } from './type-record.ts'

async function readLists() {
  const [{ appointmentTypes: offered }, { appointmentTypes: archived }, { chairs }, { members }] =
    await Promise.all([
      api.GET('/api/v1/appointment-types'),
      api.GET('/api/v1/appointment-types', { params: { query: { archived: 'true' } } }),
      api.GET('/api/v1/chairs'),
      api.GET('/api/v1/members'),
    ])
  return { offered, archived, chairs, members }
}

const order = ordering<AppointmentType>(({ id, version }, position) =>
  api.PATCH('/api/v1/appointment-types/{appointmentTypeId}', {
    ...at({ appointmentTypeId: id }, version),
    body: { position },
  }),
)

/** The page of the appointment types that the practice offers. */
export function TypesPage() {
  const { settings } = words.value
  const lists = useRead(readLists, ['appointmentType', 'chair', 'member'])
  return (
    <Read from={lists}>
      {({ offered, archived, chairs, members }) => {
        const edit = async (type?: AppointmentType) => {
          try {
            // A change of the order gives the types new versions.
            await order.saving
            const fresh = type && (await readType(type.id))
            await openDialog((close) => (
              <TypeDialog type={fresh} chairs={chairs} members={members} close={close} />
            ))
          } catch (error) {
            sayTrouble(error)
          }
          await lists.again()
        }
        const back = async (type: AppointmentType) => {
          await bringBack(type).catch(sayTrouble)
          await lists.again()
        }
        return (
          <>
            <Lead text={settings.typesLead} adds={settings.addType} add={edit} />
            <OrderedRows
              order={order}
              edit={edit}
              saved={offered}
              none={settings.noTypes}
              again={lists.again}
              about={({ durationMinutes, active }) => (
                <>
                  <span class="soft">{settings.minutes(durationMinutes)}</span>
                  {!active && <span class="badge">{settings.typeOff}</span>}
                </>
              )}
            />
            <Past says={settings.archivedTypes(archived.length)}>
              {archived.map((type) => (
                <RecordRow key={type.id} name={type.name} mark={<ColorDot color={type.color} />}>
                  <Button onClick={() => void back(type)} aria-label={settings.bringBackOf(type.name)}>
                    {settings.bringBack}
                  </Button>
                </RecordRow>
              ))}
            </Past>
          </>
        )
      }}
    </Read>
  )
}
