/** The screen with the waiting list and the next free times. */
import { useEffect } from 'preact/hooks'
import { Button } from '../../base/button.tsx'
import { Heading } from '../../base/heading.tsx'
import { useKeys } from '../../base/keys.ts'
import { Trouble } from '../../base/trouble.tsx'
import { needTypes } from '../../live/appointment-types.ts'
import { chairs } from '../../live/known-names.ts'
import { CallLists } from '../../parts/call-lists.tsx'
import { Empty } from '../../parts/empty.tsx'
import { named, SelectField } from '../../parts/select.tsx'
import { words } from '../../words/words.ts'
import { openAdd } from './form.tsx'
import { FreeTimes } from './free-times.tsx'
import { Row } from './row.tsx'
import { filter, followWaiting, shown, urgencies, waiting } from './state.ts'

export function WaitingListScreen() {
  useEffect(followWaiting, [])
  useEffect(needTypes, [])
  useKeys(() => [{ key: 'a', room: words.value.waiting.title, says: words.value.waiting.add, run: openAdd }])
  const { waiting: texts } = words.value
  const count = waiting.value?.list.length ?? 0
  return (
    <div class="page waiting">
      <header class="waiting-head">
        <Heading>{texts.title}</Heading>
        {count > 0 && <p class="soft">{texts.count(count)}</p>}
        <CallLists />
        <Button kind="primary" icon="plus" onClick={openAdd}>
          {texts.add}
        </Button>
      </header>
      <div class="waiting-list">
        {count > 0 && <Filters />}
        {shown.value && shown.value.length > 0 && (
          <ul class="inbox-list">
            {shown.value.map((item) => (
              <Row key={item.id} item={item} />
            ))}
          </ul>
        )}
        {shown.value?.length === 0 && <Nobody />}
        {waiting.trouble !== undefined && waiting.value === undefined && (
          <Trouble error={waiting.trouble} again={() => void waiting.again()} />
        )}
      </div>
      <FreeTimes />
    </div>
  )
}

const Nobody = () => {
  const { waiting: texts } = words.value
  if (waiting.value!.list.length > 0) return <p class="soft">{texts.nobodyLeft}</p>
  return <Empty icon="waiting" title={texts.empty} hint={texts.emptyHint} />
}

const lengths = ['15', '30', '45', '60', '90']

function Filters() {
  const { shell, waiting: texts } = words.value
  return (
    <div class="waiting-filters">
      {choice(
        'urgency',
        texts.urgency,
        urgencies.map((urgency) => [urgency, texts.urgencies[urgency]]),
      )}
      {choice('chairId', texts.chair, named(chairs.value.filter(({ active }) => active)))}
      {choice(
        'minutes',
        texts.length,
        lengths.map((length) => [length, texts.atMost(shell.minutes(Number(length)))]),
      )}
      {choice('lastDay', texts.lastDay, [
        ['soon', texts.lastDaySoon],
        ['over', texts.expired],
      ])}
    </div>
  )
}

/** The select of a filter. The first option filters nothing. */
const choice = (
  name: keyof typeof filter.value,
  label: string,
  options: readonly (readonly [string, string])[],
) => (
  <SelectField
    label={label}
    value={filter.value[name]}
    choices={[['', words.value.waiting.any], ...options]}
    choose={(value) => {
      filter.value = { ...filter.value, [name]: value }
    }}
  />
)
