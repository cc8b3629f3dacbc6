import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { api } from '../../../api/api.ts'
import { announce } from '../../../base/announce.tsx'
import { Button } from '../../../base/button.tsx'
import { focusWhenDrawn, target } from '../../../base/focus.ts'
import { zone } from '../../../base/me.ts'
import { sayMoment } from '../../../base/time/moment.ts'
import { sayTrouble } from '../../../base/toasts.tsx'
import { paged } from '../../../live/growing.ts'
import { SelectField } from '../../../parts/select.tsx'
import { known } from '../../../words/known.ts'
import { words } from '../../../words/words.ts'
import { News } from '../parts/news.tsx'
import { Part } from '../parts/part.tsx'
import { Act, Row, Rows } from '../parts/rows.tsx'
import { bornOn, RightsActs } from '../rights/acts.tsx'
import { askToBringBack } from './ask-to-bring-back.ts'
import { type Item, labelOf } from './label.ts'

type Kind = Item['kind']

const kind = signal<Kind | ''>('')
/** The kind of the list on the page. The form may already have another kind, which was not requested yet. */
let asked = kind.peek()
const back = signal<{ readonly item: Item; readonly lost: readonly string[] } | undefined>(undefined)

/** The deleted records. Each read adds an event to the audit trail. So the records are read only when somebody asks. */
const items = paged<Item>(async (cursor) => {
  const query = { ...(asked && { kind: asked }), ...(cursor !== null && { cursor }) }
  const { items: list, next } = await api.GET('/api/v1/archive', { params: { query } })
  return { list, next }
})

/** Waits for a read, and announces how many records are shown. @throws Failure. */
async function shown(read: Promise<void>): Promise<void> {
  await read
  if (items.trouble !== undefined) throw items.trouble
  if (items.value !== undefined) announce(words.value.deleted.shown(items.value.list.length))
}

function forget(): void {
  items.clear()
  back.value = undefined
}

/** The deleted records, for owners, who can restore them. */
export function Deleted() {
  const { deleted } = words.value
  useEffect(() => forget, [])
  const show = (event: Event) => {
    event.preventDefault()
    back.value = undefined
    asked = kind.value
    void shown(items.again()).catch(sayTrouble)
  }
  return (
    <Part about={deleted.about}>
      <form class="line" onSubmit={show}>
        <SelectField
          label={deleted.kind}
          value={kind.value}
          choices={[['', deleted.everything], ...Object.entries(deleted.kinds)]}
          choose={(value) => {
            kind.value = value as Kind | ''
          }}
        />
        <Button type="submit">{deleted.show}</Button>
      </form>
      {back.value && <Back key={back.value.item.id} {...back.value} />}
      {items.value && (
        <Rows none={deleted.none}>
          {items.value.list.map((item) => (
            <One key={item.id} item={item} />
          ))}
        </Rows>
      )}
      {items.value && items.value.next !== null && <Earlier />}
    </Part>
  )
}

const Back = ({ item, lost }: NonNullable<typeof back.value>) => {
  const { deleted } = words.value
  return (
    <News label={deleted.isBack(labelOf(item, zone()))}>
      <p>
        <strong>{deleted.isBack(labelOf(item, zone()))}</strong>
      </p>
      {lost.length > 0 && (
        <>
          <p>{deleted.notAll}</p>
          <ul class="news-list">
            {lost.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
    </News>
  )
}

function One({ item }: { readonly item: Item }) {
  const { deleted } = words.value
  const label = labelOf(item, zone())
  const isPatient = item.kind === 'patient'
  return (
    <Row
      title={label}
      badges={[known(deleted.kinds, item.kind, words.value.shell.newer)]}
      notes={[
        isPatient && bornOn(item.dob),
        deleted.by(sayMoment(item.deletedAt), item.deletedBy?.name ?? null),
        deleted.keptUntil(sayMoment(item.keepUntil)),
      ]}
    >
      <Act
        named={target(`line ${item.id}`)}
        says={deleted.bringBack}
        of={label}
        act={async () => {
          const lost = await askToBringBack(item)
          if (lost === undefined) return
          await shown(items.again())
          back.value = { item, lost }
        }}
      />
      {isPatient && <RightsActs of={{ id: item.recordId, name: label, dob: item.dob }} erased={forget} />}
    </Row>
  )
}

/** The button that reads older records. Then the first of these records gets the focus. */
const Earlier = () => (
  <div>
    <Button
      onClick={async () => {
        const before = items.value!.list.length
        await shown(items.more()).catch(sayTrouble)
        const first = items.value?.list[before]
        if (first !== undefined) focusWhenDrawn(`line ${first.id}`)
      }}
    >
      {words.value.deleted.earlier}
    </Button>
  </div>
)
