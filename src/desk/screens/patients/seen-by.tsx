/** Who has seen or changed the record, for owners. */
import { useState } from 'preact/hooks'
import { ask } from '../../api/api.ts'
import { Button } from '../../base/button.tsx'
import { zone } from '../../base/me.ts'
import { sayWhen } from '../../base/time/say.ts'
import { Trouble } from '../../base/trouble.tsx'
import type { components } from '../../contract/openapi.ts'
import { words } from '../../words/words.ts'
import { Section } from './section.tsx'

type Act = components['schemas']['AuditEvent']

const pageSize = 20

export function SeenBy({ patientId }: { readonly patientId: string }) {
  const { patient: w } = words.value
  const [acts, setActs] = useState<readonly Act[]>([])
  const [next, setNext] = useState<string | null | undefined>()
  const [trouble, setTrouble] = useState<unknown>()
  const read = async () => {
    try {
      const query = { patientId, limit: pageSize, ...(next && { cursor: next }) }
      const page = await ask((api) => api.GET('/api/v1/audit', { params: { query } }))
      setActs((before) => [...before, ...page.events])
      setNext(page.next)
      setTrouble(undefined)
    } catch (error) {
      setTrouble(error)
    }
  }
  return (
    <Section title={w.seenBy}>
      <details
        class="unfold"
        onToggle={({ currentTarget: { open } }) => open && next === undefined && void read()}
      >
        <summary>{w.seenByShow}</summary>
        {trouble !== undefined && <Trouble error={trouble} again={() => void read()} />}
        <ul class="acts">
          {acts.map((act) => (
            <li key={act.seq}>
              <span>{sentenceOf(act)}</span>
              <span class="soft number">{sayWhen(act.at, zone(), 'dated')}</span>
            </li>
          ))}
        </ul>
        {next && (
          <Button kind="quiet" onClick={() => void read()}>
            {w.more}
          </Button>
        )}
      </details>
    </Section>
  )
}

/** The commonest acts have words of their own. Others are named by their kind. */
function sentenceOf({ actor, action, kind, times }: Act): string {
  const { patient: w } = words.value
  const who = actor.name ?? w.actors[actor.kind]
  const acts: Readonly<Record<string, string>> = w.acts
  const sentence = `${who} ${acts[action] ?? w.actKinds[kind]}`
  return times > 1 ? `${sentence} (${w.times(times)})` : sentence
}
