/** A list for owners: who has seen or changed the record. */
import { useMemo } from 'preact/hooks'
import { api } from '../../api/api.ts'
import { zone } from '../../base/me.ts'
import { sayWhen } from '../../base/time/say.ts'
import { Trouble } from '../../base/trouble.tsx'
import type { components } from '../../contract/openapi.ts'
import { paged } from '../../live/growing.ts'
import { More } from '../../parts/more.tsx'
import { words } from '../../words/words.ts'
import { Section } from './section.tsx'

type Act = components['schemas']['AuditEvent']

const pageSize = 20

export function SeenBy({ patientId }: { readonly patientId: string }) {
  const { patient: w } = words.value
  // Reading the audit trail adds an event to it. So a change does not read the trail again.
  const seen = useMemo(
    () =>
      paged<Act>(async (cursor) => {
        const query = { patientId, limit: pageSize, ...(cursor !== null && { cursor }) }
        const { events: list, next } = await api.GET('/api/v1/audit', { params: { query } })
        return { list, next }
      }),
    [patientId],
  )
  const { list = [], next } = seen.value ?? {}
  const read = () => (seen.value === undefined ? seen.again() : seen.more())
  return (
    <Section title={w.seenBy}>
      <details
        class="unfold"
        onToggle={({ currentTarget: { open } }) => open && seen.value === undefined && void read()}
      >
        <summary>{w.seenByShow}</summary>
        {seen.trouble !== undefined && <Trouble error={seen.trouble} again={() => void read()} />}
        <ul class="acts">
          {list.map((act) => (
            <li key={act.seq}>
              <span>{sentenceOf(act)}</span>
              <span class="soft number">{sayWhen(act.at, zone(), 'dated')}</span>
            </li>
          ))}
        </ul>
        {next && <More says={w.more} more={read} />}
      </details>
    </Section>
  )
}

/**
 * The sentence about an event of the audit trail. Common actions have their own words. Other actions are named by kind.
 */
function sentenceOf({ actor, action, kind, times }: Act): string {
  const { patient: w } = words.value
  const who = actor.name ?? w.actors[actor.kind]
  const acts: Readonly<Record<string, string>> = w.acts
  const sentence = `${who} ${acts[action] ?? w.actKinds[kind]}`
  return times > 1 ? `${sentence} (${w.times(times)})` : sentence
}
