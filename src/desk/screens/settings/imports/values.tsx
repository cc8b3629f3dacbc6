import { useEffect } from 'preact/hooks'
import { me } from '../../../base/me.ts'
import { needTypes, offeredTypes } from '../../../live/appointment-types.ts'
import { activeMembers, chairs, needNames } from '../../../live/known-names.ts'
import { useDraft } from '../../../parts/draft.ts'
import { DraftForm } from '../../../parts/draft-form.tsx'
import { named, SelectField } from '../../../parts/select.tsx'
import { words } from '../../../words/words.ts'
import { sayField, sayNumber } from './say.ts'
import type { Import, OpenImport } from './state.ts'

type Value = Import['values'][number]
type Named = Value['field']

/** A choice in the form is an id, a step of a visit, or one of these: not decided, or without a value. */
const open = ''
const without = '-'

/**
 * The form that maps unknown names of the file to records of the practice. Saving the form begins the dry run again.
 */
export function Values({ it, now, change, begin, readAgain }: OpenImport) {
  const { imports: says } = words.value
  useEffect(needNames, [])
  useEffect(needTypes, [])
  const draft = useDraft<Readonly<Record<string, string>>>({
    saved: () => ({
      fields: Object.fromEntries(namesIn(now()).map((name) => [name.key, name.to])),
      version: now().version,
    }),
    send: async (_, version, to) => {
      const values = namesIn(now()).flatMap(({ key, field, value }) => {
        const chosen = to[key] ?? open
        return chosen === open ? [] : [{ field, value, to: chosen === without ? null : chosen }]
      })
      await change({ values }, version)
      await begin('dry-run')
    },
    readAgain,
  })
  const names = namesIn(it)
  if (it.state !== 'checked' || names.length === 0) return null
  return (
    <DraftForm title={says.values} lead={says.valuesLead} draft={draft} verb={says.checkAgain}>
      {names.map(({ key, field, value, rows }) => (
        <SelectField
          key={key}
          label={says.valueOf(sayField(field), value)}
          {...(rows !== undefined && { hint: says.inRows(rows, sayNumber(rows)) })}
          value={draft.fields[key] ?? open}
          choices={[[open, says.staysOpen], [without, says.withoutValue], ...named(choicesOf(field))]}
          choose={(chosen) => draft.set({ [key]: chosen })}
        />
      ))}
    </DraftForm>
  )
}

interface Name extends Pick<Value, 'field' | 'value'> {
  readonly key: string
  readonly to: string
  /** In how many rows the last dry run found this unknown name. */
  readonly rows?: number
}

const keyOf = ({ field, value }: Pick<Value, 'field' | 'value'>) => `${field} ${value}`

function namesIn({ values, unknownValues }: Import): Name[] {
  const known = values.map((each) => ({ ...each, key: keyOf(each), to: each.to ?? without }))
  const keys = new Set(known.map(({ key }) => key))
  const unknown = unknownValues.filter((each) => !keys.has(keyOf(each)))
  return [...known, ...unknown.map((each) => ({ ...each, key: keyOf(each), to: open }))]
}

function choicesOf(field: Named): readonly { readonly id: string; readonly name: string }[] {
  switch (field) {
    case 'chair':
      return chairs.value
    case 'practitioner':
      return activeMembers.value
    case 'appointmentType':
      return offeredTypes.value
    case 'status':
      return me.value.pack.statuses.map(({ id, label }) => ({ id, name: label }))
    case 'visit':
      return Object.entries(words.value.imports.visits).map(([id, name]) => ({ id, name }))
  }
}
