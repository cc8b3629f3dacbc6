import { byId, make } from './parts/dom.ts'
import { fieldValue, onSubmit } from './parts/form.ts'
import { editHours, offeredHours } from './parts/hours.ts'
import { openLink, register } from './parts/opening.ts'
import type { Pack } from './parts/pack.ts'
import { guessedTimeZone, offerTimeZones } from './parts/time-zones.ts'
import { markSaved } from './parts/unsaved.ts'
import { speak, words } from './words/words.ts'

speak(words.setup)
void openLink<{ packs: Pack[] }>('setup', (link, { packs }) => {
  const form = byId<HTMLFormElement>('setup')
  offerTimeZones(byId<HTMLSelectElement>('timezone'), guessedTimeZone(), byId('timezone-hint'))
  byId('packs').replaceChildren(...packs.map(drawPack))
  const hours = editHours(byId('week'), offeredHours)
  markSaved(form)
  onSubmit(form, () =>
    register('setup', {
      link,
      ...Object.fromEntries(
        ['practiceName', 'timezone', 'pack', 'ownerName', 'ownerEmail'].map((name) => [
          name,
          fieldValue(form, name),
        ]),
      ),
      workingHours: hours.read(),
    }),
  )
})

function drawPack({ id, name, statuses }: Pack): HTMLElement {
  const choice = make('input', { type: 'radio', name: 'pack', value: id, id: `pack-${id}`, required: true })
  choice.setAttribute('aria-describedby', `pack-${id}-statuses`)
  const names: Readonly<Record<string, string>> = words.setup.packs
  return make(
    'div',
    { className: 'pack' },
    choice,
    make('label', { htmlFor: choice.id, textContent: names[id] ?? name }),
    make('p', {
      id: `pack-${id}-statuses`,
      className: 'hint',
      textContent: statuses.map(({ label }) => label).join(' · '),
    }),
  )
}
