import { signal } from '@preact/signals'
import { PatientSearch } from '../../../parts/patient/search.tsx'
import { words } from '../../../words/words.ts'
import { Part } from '../parts/part.tsx'
import { Row } from '../parts/rows.tsx'
import { bornOn, RightsActs } from './acts.tsx'
import type { Somebody } from './erase.tsx'

const chosen = signal<Somebody | undefined>(undefined)

/** The page for patients' rights: who has seen a record, a copy of all data, and erasure. */
export function Rights() {
  const { rights } = words.value
  const { value: somebody } = chosen
  return (
    <Part about={rights.about}>
      <div class="search">
        <PatientSearch
          choose={({ id, firstName, lastName, dob }) => {
            chosen.value = { id, name: `${firstName} ${lastName}`, dob }
          }}
        />
        <p class="hint">{rights.deletedHint}</p>
      </div>
      {somebody && (
        <ul class="record-rows">
          <Row key={somebody.id} title={somebody.name} notes={[bornOn(somebody.dob)]}>
            <RightsActs
              of={somebody}
              erased={() => {
                chosen.value = undefined
              }}
            />
          </Row>
        </ul>
      )}
    </Part>
  )
}
