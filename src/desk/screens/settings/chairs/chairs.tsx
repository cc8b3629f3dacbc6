import { api, at } from '../../../api/api.ts'
import { sayTrouble } from '../../../base/toasts.tsx'
import type { Chair } from '../../../contract/names.ts'
import { openDialog } from '../../../parts/dialog.tsx'
import { Read, useRead } from '../../../parts/read.tsx'
import { words } from '../../../words/words.ts'
import { OrderedRows, ordering } from '../parts/ordered.tsx'
import { Lead } from '../parts/record-list.tsx'
import { ChairDialog, readChair } from './chair-dialog.tsx'

const readChairs = async (): Promise<readonly Chair[]> => (await api.GET('/api/v1/chairs')).chairs

const order = ordering<Chair>(({ id, version }, position) =>
  api.PATCH('/api/v1/chairs/{chairId}', { ...at({ chairId: id }, version), body: { position } }),
)

/** The chairs, in their order on the board. */
export function ChairsPage() {
  const { settings } = words.value
  const chairs = useRead(readChairs, ['chair'])
  const edit = async (chair?: Chair) => {
    try {
      // A change of the order gives the chairs new versions.
      await order.saving
      const fresh = chair && (await readChair(chair.id))
      await openDialog((close) => <ChairDialog chair={fresh} close={close} />)
    } catch (error) {
      sayTrouble(error)
    }
    await chairs.again()
  }
  return (
    <Read from={chairs}>
      {(saved) => (
        <>
          <Lead text={settings.chairsLead} adds={settings.addChair} add={edit} />
          <OrderedRows
            order={order}
            saved={saved}
            none={settings.noChairs}
            edit={edit}
            again={chairs.again}
            about={({ active, workingHours }) => (
              <>
                {!active && <span class="badge">{settings.outOfUse}</span>}
                {workingHours && <span class="badge info">{settings.ownHours}</span>}
              </>
            )}
          />
        </>
      )}
    </Read>
  )
}
