import { countWork } from '../../http/exchange.ts'
import { Pages } from '../../http/pages.ts'
import { tagged } from '../../http/route.ts'
import { pathId } from '../../http/shape.ts'
import type { Deps } from '../shared/deps.ts'
import { requireFreshPasskey, requireOwner } from '../shared/requirements.ts'
import { type ErasureMemory, erasePerson } from './erasing.ts'
import { gatherPerson, recordExport } from './gather.ts'
import { pageLanguage, personAsPage } from './page.ts'
import { eraseBody, erased, person, personPage } from './schema.ts'

const ids = { patientId: pathId('patient', 'The patient. The patient may be deleted.') }

interface PersonDeps extends Deps {
  readonly erasures: ErasureMemory
}

/** The rights of a person (RULES §16): a copy of their data, and the erasure of their data. For signed-in owners. */
export const personRoutes = tagged('Patients', ({ route, erasures, now }: PersonDeps) => ({
  export: route(
    {
      id: 'exportPatient',
      summary: 'Export everything about a patient',
      description:
        'Owners only, with a passkey used within the last ten minutes. Returns everything that the practice keeps about the person: record, notes, appointments, messages, who saw the record, and deleted records.',
      who: 'signed-in owner',
      ids,
      answer: person,
      streams: true,
      problems: ['passkey_required'],
    },
    ({ practice, caller, ids }) => {
      requireFreshPasskey(practice.read, caller, now())
      return recordExport(practice, ids.patientId)
    },
    (_, { practice, ids }) => gatherPerson(practice, ids.patientId, now()),
  ),

  exportPage: route(
    {
      id: 'exportPatientPage',
      summary: 'Export a patient as a page to print',
      description:
        'Owners only, with a passkey used within the last ten minutes. Returns the content of the export as an HTML page in English or German, by the language of the practice. Join the parts to one file, and open or print this file.',
      who: 'signed-in owner',
      ids,
      answer: personPage,
      streams: true,
      problems: ['passkey_required'],
    },
    ({ practice, caller, ids }) => {
      requireFreshPasskey(practice.read, caller, now())
      return recordExport(practice, ids.patientId)
    },
    (_, { practice, ids }) => {
      const [language, exported] = practice.read.snapshot(() => [
        pageLanguage(practice.read),
        gatherPerson(practice, ids.patientId, now()),
      ])
      return {
        parts: new Pages(function* () {
          for (const part of personAsPage(exported, language)) yield [part]
        }),
      }
    },
  ),

  erase: route(
    {
      id: 'erasePatient',
      summary: 'Erase a person',
      description:
        'Owners only, with a passkey used within the last ten minutes. Removes everything about the person, also records that were deleted before. The entries of the person stay in the calendar, without patient and texts. A conflict (409) means that the practice must still keep the records. `overrideRetention` erases the person in spite of this. Nothing undoes an erasure, not even a restored backup.',
      who: 'signed-in owner',
      ids,
      body: eraseBody,
      answer: erased,
      problems: ['passkey_required', 'conflict'],
    },
    ({ practice, request, caller, ids, body }) => {
      const at = now()
      const memory = { ...erasures, clean: () => countWork(request, () => erasures.clean()) }
      return erasePerson(practice, memory, ids.patientId, body, at, (scope) => {
        requireOwner(scope, caller)
        requireFreshPasskey(scope, caller, at)
      })
    },
    () => ({ erased: true as const }),
  ),
}))
