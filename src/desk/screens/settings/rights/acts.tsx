import { go } from '../../../base/route.ts'
import { sayDob } from '../../../base/time/say.ts'
import { printRecord, saveRecord } from '../../../parts/papers.ts'
import { words } from '../../../words/words.ts'
import { Act } from '../parts/rows.tsx'
import { nameTrailPatient } from '../trail/filter.ts'
import { erase, type Somebody } from './erase.tsx'

/** The date of birth, in words. */
export const bornOn = (dob: string | null): string =>
  dob === null ? words.value.deleted.bornUnknown : words.value.deleted.born(sayDob(dob))

/** The buttons for a patient's data protection rights. `erased` is called after the patient was erased. */
export function RightsActs({ of, erased }: { readonly of: Somebody; readonly erased: () => unknown }) {
  const { rights } = words.value
  const { id: patientId, name } = of
  return (
    <>
      <Act
        says={rights.seen}
        of={name}
        act={() => {
          nameTrailPatient(patientId, name)
          go(['settings', 'trail', patientId])
        }}
      />
      <Act says={rights.print} of={name} act={() => printRecord(patientId, name)} />
      <Act says={rights.file} of={name} act={() => saveRecord(patientId, name)} />
      <Act
        danger
        says={rights.erase}
        of={name}
        act={async () => (await erase(of, bornOn(of.dob))) && erased()}
      />
    </>
  )
}
