import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { announce } from '../../../base/announce.tsx'
import { Button } from '../../../base/button.tsx'
import { focusWhenDrawn } from '../../../base/focus.ts'
import { me } from '../../../base/me.ts'
import { route } from '../../../base/route.ts'
import { say, sayTrouble } from '../../../base/toasts.tsx'
import { words } from '../../../words/words.ts'
import { Part } from '../parts/part.tsx'
import { filterOf } from './filter.ts'
import { TrailForm } from './form.tsx'
import { Line } from './line.tsx'
import { lines, names, readLines } from './lines.ts'

/**
 * The audit trail, for owners. Each read adds an event to the trail. So lines are read only when the owner presses
 * "Show". When the address names a patient, the lines about this patient are shown at once.
 */
export function Trail() {
  const patientId = route.value[2]
  const form = useRef<HTMLFormElement>(null)
  const busy = useSignal(false)
  const show = async () => {
    busy.value = true
    await readLines(filterOf(form.current!, patientId))
    busy.value = false
    if (lines.trouble !== undefined) return sayTrouble(lines.trouble)
    const shown = lines.value?.list.length ?? 0
    if (shown > 0) announce(words.value.trail.shown(shown))
  }
  useEffect(() => lines.clear, [])
  // A layout effect clears the lines early. Later, it could clear lines that a hurried person has just requested.
  useLayoutEffect(() => {
    lines.clear()
    if (patientId !== undefined) void show()
  }, [patientId])
  return (
    <Part about={words.value.trail.about}>
      <TrailForm
        kinds={words.value.trail.lines.kinds}
        patientId={patientId}
        form={form}
        busy={busy.value}
        show={show}
      />
      <Result />
    </Part>
  )
}

function Result() {
  const { trail } = words.value
  if (lines.value === undefined) return null
  const { list: events, next } = lines.value
  const known = {
    words: trail.lines,
    names: names.value?.all ?? new Map(),
    statuses: me.value.pack.statuses,
    ownFields: me.value.practice.ownFields,
  }
  return (
    <div class="stack">
      {events.length > 0 ? (
        <ul class="record-rows">
          {events.map((event) => (
            <Line key={event.seq} event={event} known={known} />
          ))}
        </ul>
      ) : (
        <p class="soft" role="status">
          {next === null ? trail.nothing : trail.nothingNewest}
        </p>
      )}
      {next !== null && <Earlier />}
    </div>
  )
}

/** The button that reads earlier lines. Then the first of these lines gets the focus. */
function Earlier() {
  const busy = useSignal(false)
  const go = async () => {
    const before = lines.value!.list.length
    busy.value = true
    await lines.more()
    busy.value = false
    if (lines.trouble !== undefined) return sayTrouble(lines.trouble)
    if (lines.value?.list.length === before) return say(words.value.trail.nothingEarlier)
    focusWhenDrawn(`line ${lines.value!.list[before]!.seq}`)
  }
  return (
    <div>
      <Button busy={busy.value} onClick={() => void go()}>
        {words.value.trail.earlier}
      </Button>
    </div>
  )
}
