import { Failure, forPeople, messageOf } from '../parts/api.ts'
import { visitOf } from '../parts/dates.ts'
import { fillIn } from '../parts/dialog.ts'
import { button, byId, counted, make, say } from '../parts/dom.ts'
import { fieldValue, onSubmit } from '../parts/form.ts'
import { bornOn } from '../parts/patients.ts'
import { action, row } from '../parts/section.ts'
import { call } from '../parts/session.ts'
import type { ArchiveItem, ArchiveKind, ArchivePage } from '../parts/trust.ts'

const kindNames: Readonly<Record<ArchiveKind, string>> = {
  patient: 'Patient',
  note: 'Note',
  appointment: 'Appointment',
  tag: 'Tag',
  tagLink: 'Tag of a patient',
  chair: 'Chair',
  closure: 'Closure',
  waiting: 'Item of the waiting list',
  merge: 'Merged patient',
}

/** What comes back with a record. */
const comesBack: Readonly<Record<ArchiveKind, string>> = {
  patient: 'Everything comes back with the patient, and the appointments that are still there.',
  note: 'The note comes back with its earlier versions.',
  appointment: 'The appointment comes back only if its place in the calendar is still free.',
  tag: 'The tag comes back to its patients.',
  tagLink: 'The tag is put on the patient again.',
  chair: 'The chair comes back without appointments.',
  closure: 'The practice or the chairs are closed again.',
  waiting: 'The patient is on the waiting list again, at the place where they were.',
  merge: 'The patient comes back with everything that went to the other patient and is still there.',
}

/** What of a record is not as it was, and in what. */
interface Difference {
  readonly path: string
  readonly message: string
}

/** What else can be done with a deleted patient. */
export interface ForDeletedPatients {
  readonly actionsFor: (patientId: string, name: string, born: string) => HTMLElement[]
}

/**
 * What was deleted, for owners, who can bring it back. The list is asked for when its button is pressed. Times are in
 * `zone`, the practice's time zone.
 */
export function showDeleted(zone: () => string, { actionsFor }: ForDeletedPatients): void {
  const form = byId<HTMLFormElement>('deleted-form')
  const result = byId('deleted-result')
  const kind = byId<HTMLSelectElement>('deleted-kind')
  kind.append(...Object.entries(kindNames).map(([value, words]) => new Option(words, value)))
  onSubmit(form, list)

  async function list(): Promise<void> {
    const rows = make('ul', { className: 'rows' })
    const more = make('div', { className: 'more' })
    const next = await append(null)
    if (rows.childElementCount === 0)
      return result.replaceChildren(
        make('p', { className: 'soft', textContent: 'There are no deleted records here.' }),
      )
    say(counted(rows.childElementCount, 'record is shown.', 'records are shown.'))
    result.replaceChildren(rows, more)
    goOn(next)

    async function append(cursor: string | null): Promise<string | null> {
      const query = new URLSearchParams({
        ...(fieldValue(form, 'kind') !== '' && { kind: fieldValue(form, 'kind') }),
        ...(cursor !== null && { cursor }),
      })
      const page = await call<ArchivePage>('GET', `/archive?${query}`)
      rows.append(...page.items.map(draw))
      return page.next
    }

    function goOn(cursor: string | null): void {
      const again = button('Show what was deleted earlier', 'plain', async () => {
        const before = rows.childElementCount
        try {
          goOn(await append(cursor))
        } catch (error) {
          return say(messageOf(error), 'trouble')
        }
        rows.children[before]?.querySelector('button')?.focus()
      })
      more.replaceChildren(...(cursor === null ? [] : [again]))
    }
  }

  const draw = (item: ArchiveItem): HTMLElement => {
    const { kind, label, dob, deletedAt, deletedBy, keepUntil, recordId } = item
    return row({
      title: label,
      badges: [kindNames[kind]],
      notes: [
        ...(kind === 'patient' ? [[bornOn(dob)]] : []),
        ['Deleted ', visitOf(deletedAt, zone()), deletedBy === null ? '' : ` by ${deletedBy.name}`],
        ['Kept until ', visitOf(keepUntil, zone())],
      ],
      actions: [
        action('Bring back', label, () => bringBack(item)),
        ...(kind === 'patient' ? actionsFor(recordId, label, bornOn(dob)) : []),
      ],
    })
  }

  async function bringBack({ id, kind, label }: ArchiveItem): Promise<void> {
    let differences: readonly Difference[] = []
    const done = await fillIn(
      `Bring back “${label}”?`,
      [],
      'Bring back',
      async () => {
        const answer = await call<{ differences?: readonly Difference[] }>(
          'POST',
          `/archive/${id}/restore`,
        ).catch(inWords)
        differences = answer.differences ?? []
      },
      [comesBack[kind]],
    )
    if (!done) return
    await list()
    byId('deleted-heading').focus()
    byId('deleted-news').replaceChildren(
      make('p', {}, make('strong', { textContent: `“${label}” is back.` })),
      ...(differences.length === 0
        ? []
        : [
            make('p', { textContent: 'Not all of it is as it was:' }),
            make(
              'ul',
              { className: 'bullets' },
              ...differences.map(({ path, message }) =>
                make('li', { textContent: `${path === 'status' ? 'The status' : 'It'} ${message}.` }),
              ),
            ),
          ]),
    )
    byId('deleted-news').focus()
  }
}

/** Shows what a conflict is, without its details. They name fields, which say nothing to the reader. */
function inWords(error: unknown): never {
  throw error instanceof Failure && error.code === 'conflict'
    ? new Failure(error.code, forPeople(error.message))
    : error
}
