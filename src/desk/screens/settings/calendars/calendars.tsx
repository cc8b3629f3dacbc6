/** The calendar feeds, to which members subscribe in their own calendar programs. */
import { signal } from '@preact/signals'
import { useEffect, useState } from 'preact/hooks'
import { api, at } from '../../../api/api.ts'
import { instead } from '../../../api/failure.ts'
import { Button } from '../../../base/button.tsx'
import { isOwner, me } from '../../../base/me.ts'
import { Told } from '../../../base/say-failure.ts'
import type { components } from '../../../contract/openapi.ts'
import { chairs, memberName, needNames } from '../../../live/known-names.ts'
import { DraftForm } from '../../../parts/draft-form.tsx'
import { FormProblem } from '../../../parts/field.tsx'
import { sending, useForm } from '../../../parts/form.ts'
import { Read, useResource } from '../../../parts/read.tsx'
import { named, SelectField } from '../../../parts/select.tsx'
import { words } from '../../../words/words.ts'
import { NewSecret, useForgotten } from '../parts/news.tsx'
import { Part } from '../parts/part.tsx'
import { usePracticeDraft } from '../parts/practice-record.ts'
import { Rows } from '../parts/rows.tsx'
import { allFeeds, FeedRow, ownFeeds } from './feeds.tsx'

type Made = components['schemas']['CreatedCalendarFeed']

/** The newest feed with its address. The address is shown only once, and cleared when the page is left. */
const fresh = signal<Made | undefined>(undefined)

export function CalendarsPage() {
  useEffect(needNames, [])
  useForgotten(fresh)
  return (
    <>
      {isOwner() && <Choice />}
      <Own />
      {isOwner() && <Others />}
    </>
  )
}

const choices = ['off', 'busy', 'type', 'initials'] as const

/** The choice of an owner: what the calendar feeds show of an appointment. */
function Choice() {
  const { calendars: says } = words.value
  const draft = usePracticeDraft(['calendarFeeds'])
  return (
    <DraftForm title={says.shows} lead={says.showsLead} draft={draft} saved={says.saved}>
      <SelectField
        label={says.showsLabel}
        value={draft.fields.calendarFeeds}
        choices={choices.map((choice) => [choice, says.choices[choice]] as const)}
        choose={(calendarFeeds) => draft.set({ calendarFeeds })}
      />
    </DraftForm>
  )
}

function Own() {
  const { calendars: says } = words.value
  const isOff = me.value.practice.calendarFeeds === 'off'
  return (
    <Part title={says.own} about={isOff ? says.off : says.ownAbout}>
      <Read from={useResource(ownFeeds)}>
        {(feeds) => (
          <Rows none={says.none}>
            {feeds.map((feed) => (
              <FeedRow
                key={feed.id}
                feed={feed}
                treats={says.mine}
                end={() => api.DELETE('/api/v1/me/calendar-feeds/{feedId}', at({ feedId: feed.id }))}
                ended={async () => {
                  if (fresh.value?.id === feed.id) fresh.value = undefined
                  await ownFeeds.again()
                }}
              />
            ))}
          </Rows>
        )}
      </Read>
      {fresh.value && (
        <NewSecret key={fresh.value.id} label={says.newAddress} value={fresh.value.url} says={says} />
      )}
      {!isOff && <Subscribe />}
    </Part>
  )
}

/** A form that makes a new calendar feed. */
function Subscribe() {
  const { calendars: says } = words.value
  const { state, submit } = useForm()
  const [chairId, setChairId] = useState('')
  const send = () =>
    submit(async () => {
      const made = await subscribe(chairId)
      await ownFeeds.again()
      fresh.value = made
    })
  return (
    <form class="stack" onSubmit={sending(send)}>
      <SelectField
        label={says.calendar}
        value={chairId}
        choices={[['', says.mine], ...named(chairs.value)]}
        choose={setChairId}
      />
      <FormProblem text={state.value.problem} />
      <div>
        <Button kind="plain" type="submit" busy={state.value.busy}>
          {says.subscribe}
        </Button>
      </div>
    </form>
  )
}

const subscribe = (chairId: string): Promise<Made> =>
  api
    .POST('/api/v1/me/calendar-feeds', { body: chairId === '' ? {} : { chairId } })
    .catch(instead('conflict', new Told(words.value.calendars.tooMany)))

/** The calendar feeds of the other members, for owners. */
function Others() {
  const { calendars: says } = words.value
  return (
    <Part title={says.others} about={says.othersAbout}>
      <Read from={useResource(allFeeds)}>
        {(feeds) => (
          <Rows none={says.noOthers}>
            {feeds
              .filter(({ memberId }) => memberId !== me.value.user.id)
              .map((feed) => (
                <FeedRow
                  key={feed.id}
                  feed={feed}
                  treats={says.theirs}
                  badges={[memberName(feed.memberId) ?? '…']}
                  end={() => api.DELETE('/api/v1/calendar-feeds/{feedId}', at({ feedId: feed.id }))}
                  ended={allFeeds.again}
                />
              ))}
          </Rows>
        )}
      </Read>
    </Part>
  )
}
