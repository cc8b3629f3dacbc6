import { fillIn } from '../parts/dialog.ts'
import { byId, say } from '../parts/dom.ts'
import { fieldValue, onSubmit } from '../parts/form.ts'
import type { Chair } from '../parts/records.ts'
import { action, list, row, type Section, section } from '../parts/section.ts'
import { call } from '../parts/session.ts'

/** The practice's chairs, for owners. */
export function showChairs(): Section {
  const chairs = section('chairs', async () => {
    const found = await call<{ chairs: Chair[] }>('GET', '/chairs')
    return [
      list(
        found.chairs.map(draw),
        'There is no chair yet. Add the first one below, so that free times can be offered.',
      ),
    ]
  })

  const draw = ({ id, name, active }: Chair) =>
    row({
      title: name,
      badges: active ? [] : ['Out of use'],
      notes: active ? [] : [['Takes no new appointments. Its existing appointments stay.']],
      actions: [
        action('Rename', name, async () => {
          const renamed = await fillIn(
            'Rename this chair',
            [{ name: 'name', label: 'Name', value: name }],
            'Save',
            (values) => call('PATCH', `/chairs/${id}`, values),
          )
          if (!renamed) return
          say('The chair has its new name.')
          await chairs.changed()
        }),
        action(active ? 'Put out of use' : 'Put into use', name, async () => {
          await call('PATCH', `/chairs/${id}`, { active: !active })
          say(active ? `${name} is out of use.` : `${name} is in use again.`)
          await chairs.changed()
        }),
      ],
    })

  const form = byId<HTMLFormElement>('add-chair')
  onSubmit(form, async () => {
    await call('POST', '/chairs', { name: fieldValue(form, 'name') })
    form.reset()
    say('The chair is added.')
    await chairs.refresh()
    form.querySelector('input')!.focus()
  })
  return chairs
}
