import { useEffect, useState } from 'preact/hooks'
import { api, at } from '../../../api/api.ts'
import { zone } from '../../../base/me.ts'
import { sayWhen } from '../../../base/time/say.ts'
import { sayTrouble } from '../../../base/toasts.tsx'
import type { DayEntry } from '../../../contract/names.ts'
import { memberName, needNames } from '../../../live/known-names.ts'
import { words } from '../../../words/words.ts'
import type { Step } from './steps.ts'

interface Line {
  readonly step: Step
  readonly at: string
  /** The id of the member who noted the step; null when the patient did. */
  readonly by: string | null
}

/** The steps of the visit with their times, and who noted them. */
export function History({ entry }: { readonly entry: DayEntry }) {
  const { acts } = words.value
  const [lines, setLines] = useState<readonly Line[]>([])
  useEffect(needNames, [])
  useEffect(() => {
    readLines(entry.id).then(setLines, sayTrouble)
  }, [entry.id, entry.progress?.version])
  if (lines.length === 0) return null
  return (
    <section class="act-facts">
      <h3>{acts.history}</h3>
      <ul>
        {lines.map(({ step, at, by }) => (
          <li key={step}>
            <span>{acts.steps[step]}</span>
            <span class="soft">
              {sayWhen(at, zone())} · {by === null ? acts.byPatient : memberName(by)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

async function readLines(appointmentId: string): Promise<readonly Line[]> {
  return (await api.GET('/api/v1/appointments/{appointmentId}/progress', at({ appointmentId }))).steps
}
