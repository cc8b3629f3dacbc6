import { api, at } from '../../../api/api.ts'
import { Failure, failedBy } from '../../../api/failure.ts'
import { Told } from '../../../base/say-failure.ts'
import { sayDate } from '../../../base/time/say.ts'
import { say } from '../../../base/toasts.tsx'
import { askFirst } from '../../../parts/ask-first.tsx'
import { missing } from '../../../parts/draft.ts'
import { mistakes } from '../../../parts/form.ts'
import { TextField } from '../../../parts/text-field.tsx'
import { words } from '../../../words/words.ts'
import { isSameName } from './same-name.ts'

const longestReason = 1_000

/** The fields of a patient that these pages need. The patient may be deleted. */
export interface Somebody {
  readonly id: string
  readonly name: string
  /** Midnight UTC, or null when it is not known. */
  readonly dob: string | null
}

interface Reasons {
  readonly reason: string
  readonly overrideRetention?: string
}

/**
 * Erases a patient, after the member has typed the patient's name. When the records must still be kept, a second
 * question asks for a second reason. Resolves to whether the patient is erased.
 */
export async function erase({ id, name }: Somebody, born: string): Promise<boolean> {
  const { rights } = words.value
  let kept: { readonly until: string; readonly reason: string } | undefined
  const asked = await askFirst({
    title: rights.eraseTitle(name),
    text: [`${born}.`, rights.whatIsErased, rights.whatStays],
    verb: rights.erase,
    danger: true,
    start: { typed: '', reason: '' },
    check: (fields) => ({
      ...missing(fields),
      ...(fields.typed.trim() !== '' &&
        !isSameName(fields.typed.trim(), name) && { typed: rights.typeThis(name) }),
    }),
    fields: (draft) => (
      <>
        <TextField draft={draft} name="typed" label={rights.typeName} />
        <TextField draft={draft} name="reason" label={rights.reason} {...ofReason()} />
      </>
    ),
    act: async ({ reason }) => {
      const until = await sendErasure(id, { reason: reason.trim() })
      if (until !== undefined) kept = { until, reason: reason.trim() }
    },
  })
  if (!asked) return false
  if (kept !== undefined && !(await eraseAllTheSame(id, name, kept))) return false
  say(rights.erased(name))
  return true
}

function eraseAllTheSame(
  id: string,
  name: string,
  { until, reason }: { readonly until: string; readonly reason: string },
): Promise<boolean> {
  const { rights } = words.value
  return askFirst({
    title: rights.keptTitle(name),
    text: [rights.keptUntil(sayDate(until, 'number')), rights.nothingYet],
    verb: rights.eraseAllTheSame,
    danger: true,
    start: { overrideRetention: '' },
    check: missing,
    fields: (draft) => (
      <TextField draft={draft} name="overrideRetention" label={rights.override} {...ofReason()} />
    ),
    act: ({ overrideRetention }) => sendErasure(id, { reason, overrideRetention: overrideRetention.trim() }),
  })
}

const ofReason = () => ({ maxLength: longestReason, hint: words.value.rights.nameless })

/**
 * Sends the erasure. When the records must still be kept, resolves to the day until which this is so, `YYYY-MM-DD`.
 * Else to undefined.
 */
async function sendErasure(patientId: string, body: Reasons): Promise<string | undefined> {
  const { rights } = words.value
  try {
    await api.POST('/api/v1/patients/{patientId}/erase', { ...at({ patientId }), body })
    return undefined
  } catch (error) {
    if (failedBy(error, 'conflict')) {
      const until = error.details.find(({ path }) => path === 'overrideRetention')?.until
      if (until !== undefined) return until
      throw new Told(rights.merged)
    }
    // The form has no empty field. So the server refuses a reason only when it contains the person's name.
    if (error instanceof Failure && error.code === 'validation_failed')
      throw mistakes(Object.fromEntries(error.details.map(({ path }) => [path, rights.namesPerson])))
    throw error
  }
}
