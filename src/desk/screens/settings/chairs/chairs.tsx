import { signal } from '@preact/signals'
import { ask, ifMatch } from '../../../api/api.ts'
import { announce } from '../../../base/announce.tsx'
import { Button } from '../../../base/button.tsx'
import { sayTrouble } from '../../../base/toasts.tsx'
import type { Chair } from '../../../contract/names.ts'
import { openDialog } from '../../../parts/dialog.tsx'
import { Read, useRead } from '../../../parts/read.tsx'
import { words } from '../../../words/words.ts'
import { ColorDot } from '../parts/color-choice.tsx'
import { ChairDialog } from './chair-dialog.tsx'

const readChairs = async (): Promise<readonly Chair[]> =>
  (await ask((api) => api.GET('/api/v1/chairs'))).chairs

const readChair = (chairId: string) =>
  ask((api) => api.GET('/api/v1/chairs/{chairId}', { params: { path: { chairId } } }))

/** The order that is being saved. It is shown at once. */
const moved = signal<readonly Chair[] | undefined>(undefined)
/** Resolves when the last order is saved, with the chairs as they were saved last. */
let saving: Promise<readonly Chair[]> = Promise.resolve([])

/** The chairs, in their order on the board. */
export function ChairsPage() {
  const { settings } = words.value
  const chairs = useRead(readChairs, ['chair'])
  const edit = async (chair?: Chair) => {
    try {
      // A change of the order gives the chairs new versions.
      await saving
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
          <div class="page-lead">
            <p class="soft">{settings.chairsLead}</p>
            <Button kind="primary" icon="plus" onClick={() => void edit()}>
              {settings.addChair}
            </Button>
          </div>
          {saved.length === 0 ? (
            <p class="card soft">{settings.noChairs}</p>
          ) : (
            <Rows chairs={moved.value ?? saved} edit={edit} again={chairs.again} />
          )}
        </>
      )}
    </Read>
  )
}

interface RowsProps {
  readonly chairs: readonly Chair[]
  readonly edit: (chair: Chair) => void
  readonly again: () => Promise<void>
}

function Rows({ chairs, edit, again }: RowsProps) {
  const { settings } = words.value
  const move = (from: number, to: number) => {
    if (to < 0 || to >= chairs.length) return
    const chair = chairs[from]!
    const order = chairs.toSpliced(from, 1).toSpliced(to, 0, chair)
    moved.value = order
    announce(settings.movedTo(chair.name, to + 1, order.length))
    // Where the row has moved in the page, its button has lost the focus.
    requestAnimationFrame(() => document.getElementById(buttonId(chair, to < from ? 'up' : 'down'))?.focus())
    saving = saving.then(async (before) => {
      // Somebody who presses twice has a newer order by now, which is saved instead of this one.
      if (moved.value !== order) return before
      const saved = await saveOrder(order, before).catch(sayTrouble)
      await again()
      if (moved.value === order) moved.value = undefined
      return saved ?? before
    })
  }
  return (
    <ol class="records">
      {chairs.map((chair, i) => (
        <li key={chair.id}>
          <ColorDot color={chair.color} />
          <span class="row-text">
            <strong>{chair.name}</strong>
            {!chair.active && <span class="badge">{settings.outOfUse}</span>}
            {chair.workingHours && <span class="badge info">{settings.ownHours}</span>}
          </span>
          <span class="row-actions">
            {(['up', 'down'] as const).map((way) => (
              <Button
                key={way}
                kind="quiet"
                id={buttonId(chair, way)}
                icon={way}
                label={settings[way](chair.name)}
                aria-disabled={i === (way === 'up' ? 0 : chairs.length - 1) ? 'true' : undefined}
                onClick={() => move(i, way === 'up' ? i - 1 : i + 1)}
              />
            ))}
            <Button onClick={() => edit(chair)} aria-label={settings.editOf(chair.name)}>
              {settings.edit}
            </Button>
          </span>
        </li>
      ))}
    </ol>
  )
}

const buttonId = ({ id }: Chair, way: 'up' | 'down') => `chair-${way}-${id}`

/**
 * Gives each chair its place as its position. Chairs that have it already stay as they are. `before` are the chairs as the
 * desk saved them last, which may be newer than the list on the page. Answers the chairs as they are saved. @throws Failure.
 */
async function saveOrder(order: readonly Chair[], before: readonly Chair[]): Promise<readonly Chair[]> {
  const saved: Chair[] = []
  for (const [position, shown] of order.entries()) {
    const chair = before.find(({ id, version }) => id === shown.id && version > shown.version) ?? shown
    saved.push(
      position === chair.position
        ? chair
        : await ask((api) =>
            api.PATCH('/api/v1/chairs/{chairId}', {
              params: { path: { chairId: chair.id } },
              headers: ifMatch(chair.version),
              body: { position },
            }),
          ),
    )
  }
  return saved
}
