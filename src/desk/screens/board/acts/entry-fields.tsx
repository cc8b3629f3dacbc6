import { useEffect } from 'preact/hooks'
import type { DayEntry } from '../../../contract/names.ts'
import { needTypes, offeredType, offeredTypes } from '../../../live/appointment-types.ts'
import { activeMembers, needNames } from '../../../live/known-names.ts'
import type { Draft } from '../../../parts/draft.ts'
import { Field, sayTheirs } from '../../../parts/field.tsx'
import { named, SelectField } from '../../../parts/select.tsx'
import { Box } from '../../../parts/tick.tsx'
import { words } from '../../../words/words.ts'
import { Scope, type ScopeOf } from './scope.tsx'
import type { TakeOver } from './use-taking-over.ts'
import type { Placed } from './wanted.ts'
import { WhereFields } from './where-fields.tsx'

/** The fields of an entry that a form changes. Time and chair are one field, because they only fit together. */
export type EntryValues = Placed &
  Pick<DayEntry, 'title' | 'practitionerId' | 'appointmentTypeId' | 'color' | 'notes'>

export const placedAt = ({ startAt, endAt, chairId }: DayEntry): Placed => ({
  where: { startAt, endAt, chairId },
})

export const fieldsOf = (entry: DayEntry): EntryValues => ({
  ...placedAt(entry),
  title: entry.title,
  practitionerId: entry.practitionerId,
  appointmentTypeId: entry.appointmentTypeId,
  color: entry.color,
  notes: entry.notes,
})

interface Props {
  readonly entry: DayEntry
  readonly draft: Draft<EntryValues>
  readonly takeOver: TakeOver
  readonly scope: ScopeOf
  readonly changeScope: (scope: ScopeOf) => void
}

/** The inputs for the fields of an entry that a member may change. */
export function EntryFields({ entry, draft, takeOver, scope, changeScope }: Props) {
  const { acts, booking, shell } = words.value
  useEffect(() => {
    needNames()
    needTypes()
  }, [])
  const members = activeMembers.value
  const { by, fields, set, theirs } = draft
  const typeId = entry.appointmentTypeId
  const isFormer = members.every(({ id }) => id !== entry.practitionerId)
  const former = entry.practitioner && isFormer ? [entry.practitioner] : []
  const text = (value: string) => (value.trim() === '' ? null : value)
  return (
    <>
      <WhereFields
        draft={draft}
        takeOver={takeOver}
        entry={{ ...entry, practitionerId: fields.practitionerId }}
      />
      {entry.seriesId && <Scope value={scope} change={changeScope} />}
      <div class="pair">
        <Field label={acts.titleField} optional hint={sayTheirs(theirs('title'), by)}>
          {(its) => (
            <input
              {...its}
              maxLength={200}
              value={fields.title ?? ''}
              onInput={(event) => set({ title: text(event.currentTarget.value) })}
            />
          )}
        </Field>
        <SelectField
          label={acts.practitioner}
          optional
          value={fields.practitionerId ?? ''}
          choices={[['', shell.none], ...named(former), ...named(members)]}
          choose={(id) => set({ practitionerId: id || null })}
        />
      </div>
      {entry.type === 'appointment' && (offeredTypes.value.length > 0 || fields.appointmentTypeId) && (
        <SelectField
          label={booking.typeOf}
          optional
          value={fields.appointmentTypeId ?? ''}
          choices={[
            ['', shell.none],
            ...(typeId && !offeredType(typeId) ? [[typeId, booking.formerType] as const] : []),
            ...named(offeredTypes.value),
          ]}
          choose={(id) => set({ appointmentTypeId: id || null })}
        />
      )}
      <Field label={acts.notesField} optional hint={sayTheirs(theirs('notes'), by)}>
        {(its) => (
          <textarea
            {...its}
            rows={3}
            maxLength={100_000}
            value={fields.notes ?? ''}
            onInput={(event) => set({ notes: text(event.currentTarget.value) })}
          />
        )}
      </Field>
      <div class="act-row">
        <Box
          label={acts.ownColor}
          checked={fields.color !== null}
          change={(own) => set({ color: own ? ownColor : null })}
        />
        {fields.color !== null && (
          <input
            type="color"
            aria-label={acts.color}
            value={/^#[\da-f]{6}$/i.test(fields.color) ? fields.color : ownColor}
            onInput={(event) => set({ color: event.currentTarget.value })}
          />
        )}
      </div>
    </>
  )
}

const ownColor = '#0f6b66'
