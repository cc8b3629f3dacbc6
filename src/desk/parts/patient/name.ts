import { now } from '../../api/now.ts'
import { zone } from '../../base/me.ts'
import { dateOf, sayDob } from '../../base/time/say.ts'
import { listName } from '../../words/names.ts'
import { words } from '../../words/words.ts'
import { ageOn } from './birth.ts'

/** The date of birth with the age, such as `03/05/1984 (41)`. Empty when it is not known. */
export const sayBorn = (dob: string | null): string =>
  dob === null ? '' : `${sayDob(dob)} (${ageOn(dob, dateOf(now.value, zone()))})`

/** The name of a record's patient, in the form by which lists are sorted. The patient may be deleted by now. */
export const nameOf = ({ patient }: { readonly patient: Parameters<typeof listName>[0] | null }): string =>
  patient === null ? words.value.inbox.gone : listName(patient)
