import { visitOf } from '../parts/dates.ts'
import { make } from '../parts/dom.ts'
import type { AuditEvent, Values } from '../parts/trust.ts'
import { type Named, sentenceOf } from './trail-sentence.ts'
import { codeNames, detailName, fieldName } from './trail-words.ts'

/** One act: when it was, what it was in a sentence, and details that open. Times are in `zone`. */
export const drawEvent = (event: AuditEvent, zone: string, named: Named): HTMLElement =>
  make(
    'li',
    { className: 'act' },
    make('p', { className: 'note' }, visitOf(event.at, zone)),
    make(
      'details',
      {},
      make('summary', { textContent: sentenceOf(event, named) }),
      ...changes(event, zone, named),
      make(
        'dl',
        { className: 'facts' },
        ...factsOf(event, zone, named).map(([name, value]) =>
          make('div', {}, make('dt', { textContent: name }), make('dd', { textContent: value })),
        ),
      ),
    ),
  )

/** The changed fields with their values before and after, as a table. */
function changes({ fields, values }: AuditEvent, zone: string, named: Named): Node[] {
  if (fields.length === 0) return []
  if (values === null) return [make('p', { className: 'note', textContent: notKept })]
  const cell = (values: Values | null, field: string) =>
    make('td', { dir: 'auto', textContent: inWords(field, values?.[field], zone, named) })
  return [
    make(
      'table',
      {},
      make('thead', {}, make('tr', {}, ...['Field', 'Before', 'After'].map(heading))),
      make(
        'tbody',
        {},
        ...fields.map((field) =>
          make(
            'tr',
            {},
            make('th', { scope: 'row', textContent: fieldName(field) }),
            cell(values.before, field),
            cell(values.after, field),
          ),
        ),
      ),
    ),
  ]
}

const notKept = 'What it was before and after is not kept, or was erased.'

const heading = (textContent: string) => make('th', { scope: 'col', textContent })

/** The facts of an act that are there. */
function factsOf(event: AuditEvent, zone: string, named: Named): [name: string, value: string][] {
  const { actor, address, credential, patientIds, requestId, kind, fields, values } = event
  return [
    ...fact('Role then', actor.role),
    ...fact('Came in by', credential && (credentials[credential.kind] ?? credential.kind)),
    ...fact('IP address', address),
    ...fact('Patients shown', kind === 'read' && patientIds.length > 0 ? `${patientIds.length}` : null),
    ...(values === null && fields.length > 0 ? fact('Fields', fields.map(fieldName).join(', ')) : []),
    ...Object.entries(event.detail)
      .filter(([, value]) => value !== null && value !== false)
      .map(([name, value]): [string, string] => [
        detailName(name),
        codeNames[String(value)] ?? inWords(name, value, zone, named),
      ]),
    ...fact('Request', requestId),
    ...fact('Number in the trail', event.seq.toLocaleString('en')),
  ]
}

const fact = (name: string, value: string | null): [string, string][] =>
  value === null ? [] : [[name, value]]

const credentials: Readonly<Record<string, string>> = {
  session: 'a browser where they are signed in',
  token: 'an API token',
  passkey: 'a passkey',
  link: 'a link',
}

/** A value as people read it. Instants are epoch milliseconds, in fields that end in `At`. */
function inWords(field: string, value: unknown, zone: string, named: Named): string {
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number' && field.endsWith('At'))
    return visitOf(new Date(value).toISOString(), zone).textContent
  if (Array.isArray(value)) return value.map((one) => inWords(field, one, zone, named)).join(', ') || '–'
  if (typeof value === 'object') return JSON.stringify(value)
  return named.get(String(value)) ?? String(value)
}
