import { messageOf } from '../parts/api.ts'
import { button, byId, counted, make, say } from '../parts/dom.ts'
import { fieldValue, onSubmit } from '../parts/form.ts'
import { dayBegins } from '../parts/local-day.ts'
import { findPatients, tellApart } from '../parts/patients.ts'
import { call } from '../parts/session.ts'
import type { AuditPage, FoundPatient } from '../parts/trust.ts'
import { drawEvent } from './trail-row.ts'
import type { Named } from './trail-sentence.ts'
import { kindNames } from './trail-words.ts'

/** A filter by kind can leave a page empty although acts follow. So many pages are asked for until one shows something. */
const mostEmptyPages = 20

/** The trail, which other sections can open for one patient. */
export interface TrailSection {
  readonly showPatient: (patientId: string, name: string) => void
}

/**
 * Who did what, for owners. Nothing is asked for until the owner presses "Show", because every look is itself an act
 * in the trail. Times are in `zone`, the practice's time zone.
 */
export function showTrail(zone: () => string): TrailSection {
  const form = byId<HTMLFormElement>('trail-form')
  const result = byId('trail-result')
  const chosen = byId<HTMLSelectElement>('trail-patient')
  const typed = form.elements.namedItem('name') as HTMLInputElement
  byId('trail-kind').append(...Object.entries(kindNames).map(([kind, words]) => new Option(words, kind)))
  typed.addEventListener('input', () => offer([]))

  // The members are offered for choice as soon as somebody turns to the form.
  form.addEventListener('focusin', () => void readNames().catch(() => undefined), { once: true })

  /** Lets the owner choose among several patients of one name. */
  function offer(found: readonly FoundPatient[]): void {
    byId('trail-which').hidden = found.length < 2
    chosen.replaceChildren(...found.map((patient) => new Option(tellApart(patient), patient.id)))
  }

  /** The id of the patient to filter by; null for all. Undefined when there is none, or when one has to be chosen. */
  async function patientId(): Promise<string | null | undefined> {
    if (typed.value.trim() === '') return null
    if (chosen.value !== '') return chosen.value
    const found = await findPatients(typed.value)
    offer(found)
    if (found.length === 0) return void tell('No patient has this name.')
    if (found.length === 1) return found[0]!.id
    chosen.focus()
    return void tell('Several patients have this name. Choose one, then press “Show”.')
  }

  const tell = (text: string) => {
    form.querySelector('.outcome')!.textContent = text
  }

  onSubmit(form, async () => {
    result.replaceChildren()
    const id = await patientId()
    if (id === undefined) return
    const [from, to] = [fieldValue(form, 'from'), fieldValue(form, 'to')]
    await show({
      patientId: id ?? '',
      memberId: fieldValue(form, 'memberId'),
      kind: fieldValue(form, 'kind'),
      from: from && dayBegins(from, zone()),
      to: to && dayBegins(to, zone(), 1),
    })
  })

  async function show(filter: Readonly<Record<string, string>>): Promise<void> {
    const rows = make('ul', { className: 'rows acts' })
    const more = make('div', { className: 'more' })
    const known = await readNames()
    const next = await append(rows, filter, known)
    const number = rows.childElementCount
    if (number > 0) say(counted(number, 'line is shown.', 'lines are shown.'))
    const nothing = next === null ? 'Nothing was found.' : 'Nothing was found in the newest lines.'
    result.replaceChildren(number > 0 ? rows : make('p', { className: 'soft', textContent: nothing }), more)
    goOn(next)

    function goOn(cursor: string | null): void {
      const again = button('Show earlier acts', 'plain', async () => {
        const before = rows.childElementCount
        try {
          goOn(await append(rows, { ...filter, cursor: cursor! }, known))
        } catch (error) {
          return say(messageOf(error), 'trouble')
        }
        const first = rows.children[before]?.querySelector('summary')
        if (!first) return say('Nothing earlier was found.')
        if (before === 0) result.replaceChildren(rows, more)
        first.focus()
      })
      more.replaceChildren(...(cursor === null ? [] : [again]))
    }
  }

  /** Adds a page to the list, and answers the cursor of the next one. */
  async function append(rows: HTMLElement, filter: Readonly<Record<string, string>>, known: Named) {
    let query = { ...filter }
    for (let i = 0; ; i++) {
      const given = Object.entries(query).filter(([, value]) => value !== '')
      const page = await call<AuditPage>('GET', `/audit?${new URLSearchParams(given)}`)
      rows.append(...page.events.map((event) => drawEvent(event, zone(), known)))
      if (page.events.length > 0 || page.next === null || i === mostEmptyPages) return page.next
      query = { ...query, cursor: page.next }
    }
  }

  return {
    showPatient(patientId, name) {
      form.reset()
      typed.value = name
      offer([])
      chosen.append(new Option(name, patientId))
      byId('trail-heading').focus()
      form.requestSubmit()
    },
  }
}

interface WithId {
  readonly id: string
  readonly name: string
}

/** What members, chairs and tags are called, by their ids. Also offers the members for choice. */
async function readNames(): Promise<Named> {
  const [{ members }, { chairs }, { tags }] = await Promise.all([
    call<{ members: WithId[] }>('GET', '/members'),
    call<{ chairs: WithId[] }>('GET', '/chairs'),
    call<{ tags: WithId[] }>('GET', '/tags'),
  ])
  const choice = byId<HTMLSelectElement>('trail-member')
  const { value } = choice
  choice.replaceChildren(new Option('Everybody', ''), ...members.map(({ id, name }) => new Option(name, id)))
  choice.value = value
  return new Map([...members, ...chairs, ...tags].map(({ id, name }) => [id, name]))
}
