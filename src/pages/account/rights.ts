import { Failure, forPeople } from '../parts/api.ts'
import { fillIn } from '../parts/dialog.ts'
import { byId, counted, make, say } from '../parts/dom.ts'
import { fieldValue, onSubmit } from '../parts/form.ts'
import { printIn, saveAs } from '../parts/papers.ts'
import { bornOn, findPatients, mostFound } from '../parts/patients.ts'
import { action, list, row } from '../parts/section.ts'
import { call } from '../parts/session.ts'
import type { FoundPatient } from '../parts/trust.ts'
import type { ForDeletedPatients } from './deleted.ts'
import type { TrailSection } from './trail.ts'

/**
 * What a patient may ask of the practice: who has seen the record, a copy of everything, and to be forgotten. For
 * owners.
 */
export function showRights(trail: TrailSection): ForDeletedPatients {
  const form = byId<HTMLFormElement>('rights-form')
  const result = byId('rights-result')

  onSubmit(form, find)

  async function find(): Promise<void> {
    const found = await findPatients(fieldValue(form, 'name'))
    if (found.length > 0) say(counted(found.length, 'patient was found.', 'patients were found.'))
    result.replaceChildren(
      list(found.map(draw), 'No patient has this name. A deleted one is under “Deleted records”.'),
      ...(found.length === mostFound
        ? [make('p', { className: 'note', textContent: 'There may be more. Type more of the name.' })]
        : []),
    )
  }

  const draw = ({ id, firstName, lastName, dob }: FoundPatient): HTMLElement => {
    const name = `${firstName} ${lastName}`
    return row({
      title: name,
      notes: [[bornOn(dob)]],
      actions: actionsFor(id, name, bornOn(dob)),
    })
  }

  const actionsFor = (id: string, name: string, born: string): HTMLElement[] => [
    action('Who has seen the record', name, () => trail.showPatient(id, name)),
    action('Everything, to print', name, () => print(id, name)),
    action('Everything, as a file', name, async () => {
      saveAs(`${name}.json`, await call<object>('GET', `/patients/${id}/export`))
      say(`Everything about ${name} is in the file that your browser saved.`)
    }),
    dangerous(action('Erase for good', name, () => erase(id, name, born))),
  ]

  const print = (id: string, name: string) =>
    printIn(name, async () => {
      const { parts } = await call<{ parts: string[] }>('GET', `/patients/${id}/export/page`)
      return parts.join('')
    })

  async function erase(id: string, name: string, born: string): Promise<void> {
    let kept: { readonly why: string; readonly reason: string } | undefined
    const send = (body: object) => call('POST', `/patients/${id}/erase`, body)
    const done = await fillIn(
      `Erase ${name} for good?`,
      [
        { name: 'typed', label: 'Type the name of the patient', value: '' },
        { name: 'reason', label: 'Why is the person erased?', value: '', hint: nameless, maxLength: 1_000 },
      ],
      'Erase for good',
      async ({ typed, reason }) => {
        if (!isSameName(typed!, name)) throw mistake('typed', `please type “${name}”`)
        await send({ reason }).catch((error) => {
          if (!(error instanceof Failure) || error.code !== 'conflict') throw error
          kept = { why: forPeople(error.message), reason: reason! }
        })
      },
      [`${born}.`, whatIsErased, whatStays],
      'danger',
    )
    if (!done) return
    if (kept === undefined) return await tellErased(name)
    const { why, reason } = kept
    const all = await fillIn(
      `The records of ${name} must still be kept`,
      [
        {
          name: 'overrideRetention',
          label: 'Why do you erase them all the same?',
          value: '',
          hint: nameless,
          maxLength: 1_000,
        },
      ],
      'Erase all the same',
      ({ overrideRetention }) => send({ reason, overrideRetention }),
      [why, 'Nothing was erased so far. If you are not sure, press “Cancel” and ask for advice.'],
      'danger',
    )
    if (all) await tellErased(name)
  }

  async function tellErased(name: string): Promise<void> {
    say(`${name} is erased.`)
    // The patient may be in any of the lists.
    result.replaceChildren()
    byId('deleted-result').replaceChildren()
    byId('deleted-news').replaceChildren()
    byId('rights-heading').focus()
  }

  return { actionsFor }
}

/** A button that cannot be taken for the ones beside it. */
function dangerous(button: HTMLButtonElement): HTMLButtonElement {
  button.classList.add('warning')
  return button
}

const whatIsErased =
  'The record, the notes, the messages and everything that was deleted before are removed for good. Nobody can bring them back, not even from a backup.'
const whatStays =
  'The appointments stay in the calendar without patient and text. “Who did what” still shows that somebody did something, and no longer for whom.'
const nameless = 'This text is kept under “Who did what”. Do not write who the person is.'

const mistake = (path: string, message: string) =>
  new Failure('validation_failed', message, [{ path, message }])

/** People type a name in any letter case, and with one space or several. */
const isSameName = (typed: string, name: string): boolean => plain(typed) === plain(name)
const plain = (name: string) => name.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
