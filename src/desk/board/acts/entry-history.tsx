import { useEffect, useState } from 'preact/hooks'
import { ask } from '../../api/api.ts'
import type { DayEntry } from '../../api/names.ts'
import { zone } from '../../shell/me.ts'
import { sayTrouble } from '../../shell/toasts.tsx'
import { sayDayOf, sayTime } from '../../time/say.ts'
import { words } from '../../words/words.ts'
import type { Step } from './steps.ts'

interface Line {
  readonly step: Step
  readonly at: string
  /** The patient themselves for null. */
  readonly name: string | null
}

/** The steps of the visit with their times, and who noted them. */
export function History({ entry }: { readonly entry: DayEntry }) {
  const { acts } = words.value
  const [lines, setLines] = useState<readonly Line[]>([])
  useEffect(() => {
    readLines(entry.id).then(setLines, sayTrouble)
  }, [entry.id, entry.progress?.version])
  if (lines.length === 0) return null
  return (
    <section class="act-facts">
      <h3>{acts.history}</h3>
      <ul>
        {lines.map(({ step, at, name }) => (
          <li key={step}>
            <span>{acts.steps[step]}</span>
            <span class="soft">
              {sayDayOf(at, zone())}, {sayTime(at, zone())} · {name ?? acts.byPatient}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

async function readLines(appointmentId: string): Promise<readonly Line[]> {
  const params = { params: { path: { appointmentId } } }
  const [{ steps }, { members }] = await Promise.all([
    ask((api) => api.GET('/api/v1/appointments/{appointmentId}/progress', params)),
    ask((api) => api.GET('/api/v1/members')),
  ])
  const names = new Map(members.map(({ id, name }) => [id, name]))
  return steps.map(({ step, at, by }) => ({ step, at, name: by === null ? null : (names.get(by) ?? '') }))
}
