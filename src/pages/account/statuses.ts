import { button, byId, make, say } from '../parts/dom.ts'
import { onSubmit } from '../parts/form.ts'
import type { Pack, PackStatus, Practice } from '../parts/records.ts'
import { call } from '../parts/session.ts'

/** The statuses that a patient can have, for owners. A status keeps its id when its label changes. */
export function showStatuses(pack: Pack): void {
  const form = byId<HTMLFormElement>('statuses-form')
  const place = byId('status-rows')

  const draw = (statuses: readonly PackStatus[], defaultStatus: string) => {
    place.replaceChildren(...statuses.map((status) => drawStatus(status, status.id === defaultStatus)))
    number()
  }
  const drawStatus = ({ id, label }: PackStatus, first: boolean) => {
    const words = make('input', { value: label, required: true, maxLength: 200, ariaLabel: 'Status' })
    const choice = make('input', { type: 'radio', name: 'pack.defaultStatus', checked: first })
    const remove = button('Remove', 'small quiet', () => {
      item.remove()
      number()
      byId('add-status').focus()
    })
    const item = make(
      'li',
      { className: 'field' },
      words,
      make('label', { className: 'choice' }, choice, 'New patients'),
      remove,
    )
    item.dataset.id = id
    return item
  }
  /** Names each field like its path in the API, and each button for screen readers. */
  const number = () => {
    const items = [...place.children] as HTMLElement[]
    items.forEach((item, i) => {
      const [words, choice] = item.querySelectorAll('input')
      words!.name = `pack.statuses.${i}.label`
      words!.ariaLabel = `Status ${i + 1}`
      choice!.ariaLabel = `New patients get status ${i + 1}`
      item.querySelector('button')!.ariaLabel = `Remove status ${i + 1}`
    })
    const chosen = place.querySelector('input[type=radio]:checked')
    if (chosen === null) place.querySelector<HTMLInputElement>('input[type=radio]')!.checked = true
    for (const item of items) item.querySelector('button')!.hidden = items.length === 1
  }
  const read = (): Pick<Pack, 'statuses' | 'defaultStatus'> => {
    const items = [...place.children] as HTMLElement[]
    const taken = items.flatMap(({ dataset }) => dataset.id || [])
    const statuses = items.map((item) => {
      const label = item.querySelector('input')!.value.trim()
      const id = item.dataset.id || newId(label, taken)
      taken.push(id)
      return { id, label }
    })
    const chosen = items.findIndex(
      (item) => item.querySelector<HTMLInputElement>('input[type=radio]')!.checked,
    )
    return { statuses, defaultStatus: statuses[chosen]!.id }
  }

  byId('add-status').addEventListener('click', () => {
    const item = drawStatus({ id: '', label: '' }, false)
    place.append(item)
    number()
    item.querySelector('input')!.focus()
  })
  onSubmit(form, async () => {
    const { pack: saved } = await call<Practice>('PATCH', '/practice', { pack: { ...pack, ...read() } })
    draw(saved.statuses, saved.defaultStatus)
    say('The statuses are saved.')
  })
  draw(pack.statuses, pack.defaultStatus)
}

/** A new id, made from the letters and digits of the label, that is not among `taken`. */
function newId(label: string, taken: readonly string[]): string {
  const plain = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .slice(0, 40)
  const base = plain || 'status'
  let id = base
  for (let n = 2; taken.includes(id); n++) id = `${base}_${n}`
  return id
}
