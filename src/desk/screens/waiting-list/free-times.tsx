/** The list of the next free times. A click on a free time shows the waiting patients for whom it fits. */
import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { me, zone } from '../../base/me.ts'
import { sayFailure } from '../../base/say-failure.ts'
import { dateOf, sayDate, saySpan } from '../../base/time/say.ts'
import { chairName, chairs } from '../../live/known-names.ts'
import { nameOf } from '../../parts/patient/name.ts'
import { SelectField } from '../../parts/select.tsx'
import { words } from '../../words/words.ts'
import { bookFit } from './book.ts'
import { WhoFits } from './fits.tsx'
import type { Gap } from './gaps.ts'
import { gaps, minutes } from './next-gaps.ts'
import { paint } from './state.ts'

const lengths = [15, 30, 45, 60, 90, 120]
/** The key of the free time that is unfolded, from `keyOf`. Empty for none. */
const chosen = signal('')
const keyOf = ({ chairId, startAt }: Gap) => `${chairId} ${startAt}`

export function FreeTimes() {
  useEffect(gaps.follow, [])
  const { shell, waiting: texts } = words.value
  const hasChairs = chairs.value.some(({ active }) => active)
  const days = Map.groupBy(gaps.value ?? [], ({ startAt }) => dateOf(startAt, zone()))
  return (
    <aside class="free-times" aria-labelledby="free-times">
      <header>
        <h2 id="free-times">{texts.freeTimes}</h2>
        <p class="hint">{texts.freeTimesHint}</p>
      </header>
      <SelectField
        label={texts.atLeast}
        value={String(minutes.value)}
        choices={[...new Set([me.value.practice.slotMinutes, ...lengths])]
          .sort((a, b) => a - b)
          .map((length) => [String(length), shell.minutes(length)] as const)}
        choose={(value) => {
          minutes.value = Number(value)
        }}
      />
      {gaps.trouble !== undefined && <p class="error">{sayFailure(gaps.trouble)}</p>}
      {gaps.value?.length === 0 && (
        <p class="soft">{hasChairs ? texts.noFree : words.value.sheet.noChairs}</p>
      )}
      {[...days].map(([date, ofDay]) => (
        <section key={date} aria-label={sayDate(date)}>
          <h3>{sayDate(date)}</h3>
          <ul>
            {ofDay.map((gap) => (
              <GapLine key={keyOf(gap)} gap={gap} />
            ))}
          </ul>
        </section>
      ))}
    </aside>
  )
}

function GapLine({ gap }: { readonly gap: Gap }) {
  const { chairId, startAt, endAt } = gap
  const isOpen = chosen.value === keyOf(gap)
  const panel = `fits-${chairId}-${startAt}`
  return (
    <li>
      <button
        type="button"
        class="gap"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        onClick={() => {
          chosen.value = isOpen ? '' : keyOf(gap)
        }}
      >
        <span class="number">{saySpan(startAt, endAt, zone())}</span>
        <span class="soft">{chairName(chairId)}</span>
      </button>
      {isOpen && (
        <div id={panel}>
          <WhoFits
            startAt={startAt}
            endAt={endAt}
            chairId={chairId}
            choose={(item) => {
              const from = item.suggestedStartAt!
              const until = new Date(Date.parse(from) + item.durationMinutes * 60_000).toISOString()
              const visit = { id: item.id, name: nameOf(item), chairId, startAt: from, endAt: until }
              void bookFit(visit, () => paint((list) => list.filter(({ id }) => id !== item.id)))
            }}
          />
        </div>
      )}
    </li>
  )
}
