import { target } from '../../../base/focus.ts'
import { sayMoment } from '../../../base/time/moment.ts'
import type { AuditEvent, TrailWords } from '../../../words/trail/words.ts'
import { locale, words } from '../../../words/words.ts'
import { Fact } from '../parts/rows.tsx'
import { sentenceOf } from './sentence.ts'
import { type Known, sayValue } from './value.ts'

/** One event of the audit trail: its time, a sentence about it, and details to unfold. */
export const Line = ({ event, known }: { readonly event: AuditEvent; readonly known: Known }) => (
  <li class="act-line">
    <time class="hint" dateTime={event.at}>
      {sayMoment(event.at)}
    </time>
    <details>
      <summary ref={target(`line ${event.seq}`)}>{sentenceOf(event, known.names, known.words)}</summary>
      <Changes event={event} known={known} />
      <dl class="fact-list">
        {factsOf(event, known).map(([name, value]) => (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ))}
      </dl>
    </details>
  </li>
)

/** The changed fields with their values before and after. */
function Changes({
  event: { fields, values },
  known,
}: {
  readonly event: AuditEvent
  readonly known: Known
}) {
  const { trail } = words.value
  if (fields.length === 0) return null
  if (values === null) return <p class="hint">{trail.notKept}</p>
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{trail.field}</th>
          <th scope="col">{trail.before}</th>
          <th scope="col">{trail.after}</th>
        </tr>
      </thead>
      <tbody>
        {fields.map((field) => (
          <tr key={field}>
            <th scope="row">{known.words.field(field)}</th>
            <td dir="auto">{sayValue(field, values.before?.[field], known)}</td>
            <td dir="auto">{sayValue(field, values.after?.[field], known)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The facts of an event, without empty ones. */
function factsOf(event: AuditEvent, known: Known): [name: string, value: string][] {
  const { facts, credentials, roles, codes, detail, field }: TrailWords = known.words
  const { actor, address, credential, patientIds, requestId, kind, fields, values } = event
  const told: [string, string | null][] = [
    [facts.role, actor.role && roles[actor.role]],
    [facts.credential, credential && credentials[credential.kind]],
    [facts.address, address],
    [facts.patients, kind === 'read' && patientIds.length > 0 ? `${patientIds.length}` : null],
    [facts.fields, values === null && fields.length > 0 ? fields.map(field).join(', ') : null],
    ...Object.entries(event.detail)
      .filter(([, value]) => value !== null && value !== false)
      .map(([name, value]): [string, string] => [
        detail(name),
        sayCodes(String(value), codes) ?? sayValue(name, value, known),
      ]),
    [facts.request, requestId],
    [facts.seq, event.seq.toLocaleString(locale.value)],
  ]
  return told.filter((fact): fact is [string, string] => fact[1] !== null)
}

/** The meaning of a code, or of several codes that are joined by commas. Undefined when a code is unknown. */
function sayCodes(value: string, codes: TrailWords['codes']): string | undefined {
  const pieces = value.split(',')
  return pieces.every((code) => Object.hasOwn(codes, code))
    ? pieces.map((code) => codes[code]).join(', ')
    : undefined
}
